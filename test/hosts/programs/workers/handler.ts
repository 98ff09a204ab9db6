// In place of the handler of one agent, which the guide shows.
import { createTriedHandler } from '../../tried-handler.ts';

/** Makes the handler at the address at which the first request came. */
export const createHandler = (url: string): ReturnType<typeof createTriedHandler> =>
  createTriedHandler(new URL('/agents', url).href);
