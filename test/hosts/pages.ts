// The pages for people, whose files lie beside their packages.
import { createConsoleAdapter } from '@formwork/console';
import { createFormsAdapter } from '@formwork/forms';
import type { FurtherDoors } from './agents.ts';

export const PAGES: FurtherDoors = {
  adapters: [createFormsAdapter({ path: '/page' }), createConsoleAdapter()],
};
