// In place of the handler of one agent, the programs here serve all that are tried.
import { PAGES } from '../pages.ts';
import { createTriedHandler } from '../tried-handler.ts';

const { PUBLIC_URL = 'http://localhost/agents' } = process.env;

export const handler = createTriedHandler(PUBLIC_URL, PAGES);
