import { createGatewaySource } from '@formwork/react';
import { describeSource } from '../source/source-contract.ts';
import { startForms } from './start-forms.ts';

describeSource('over a gateway', async (url, options) => {
  const { api } = await startForms({ mode: 'many', agents: [{ url }] });
  return createGatewaySource(api, url, options);
});
