import { connect, createExchangeRecorder, toAgentSource } from '@formwork/client';
import { expect, test } from 'vitest';
import { describeSource } from './source-contract.ts';

describeSource('over JSON-RPC', async (url, { headers } = {}) => {
  const recorder = createExchangeRecorder();
  const agent = await connect(url, {
    fetch: recorder.fetch,
    retry: { baseMs: 5 },
    ...(headers !== undefined && { headers }),
  });
  return toAgentSource(agent, { recorder });
});

test('an agent of another make is refused', () => {
  const agent = { skillIds: [] } as unknown as Parameters<typeof toAgentSource>[0];
  expect(() => toAgentSource(agent)).toThrow('must be one that connect() gave');
});
