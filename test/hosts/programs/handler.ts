// In place of the handler of one agent, the programs here serve all that are tried.
import { createTriedHandler } from '../tried-handler.ts';

export const handler = createTriedHandler(process.env['PUBLIC_URL'] ?? 'http://localhost/agents');
