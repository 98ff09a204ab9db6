import { expect, test } from 'vitest';
import { createPageSessions } from './page-sessions.ts';
import { createSignInRoutes } from './page-sign-in.ts';

const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('a provider without an address is refused when the server begins, not when people sign in', () => {
  const sessions = createPageSessions({ cookie: 'session', logger });
  const create = (issuer: string) =>
    createSignInRoutes({
      signIn: { issuer, clientId: 'forms' },
      sessions,
      logger,
      agentUrl: () => 'https://agent.example/',
    });
  expect(() => create('login.example')).toThrow('Invalid URL');
  expect(create('https://login.example')).toHaveLength(3);
});
