// In place of the handler of one agent, which the guide shows.
import { createTriedHandler } from '../../tried-handler.ts';

const { PUBLIC_URL = 'http://localhost/agents' } = process.env;

export const createHandler = (): ReturnType<typeof createTriedHandler> =>
  createTriedHandler(PUBLIC_URL, { push: false });
