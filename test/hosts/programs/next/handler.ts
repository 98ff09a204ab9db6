import { createTriedHandler } from '../../tried-handler.ts';

const { PUBLIC_URL = 'http://localhost/agents' } = process.env;

export const handler = createTriedHandler(PUBLIC_URL, {});
