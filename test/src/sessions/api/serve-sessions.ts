import { createSessionAdapter, type SessionAdapterOptions } from '@formwork/adapters';
import type { ServerOptions } from '@formwork/server';
import { expect } from 'vitest';
import { findWrong } from '../../schemas/cited-examples.ts';
import { startServer } from '../../support/start-server.ts';
import { sessionAgent } from './session-agent.ts';
import { createSessionClient, type Answer, type SessionClient } from './session-client.ts';

/** A served session API, until the test is over. */
export interface ServedSessions {
  readonly client: SessionClient;
  readonly apiUrl: string;
  readonly url: string;
  readonly logged: readonly string[];
  /** Returns a client that sends the given headers with every request. */
  as(headers: Readonly<Record<string, string>>): SessionClient;
}

export interface ServeSessionsOptions extends SessionAdapterOptions {
  readonly server?: ServerOptions;
}

/**
 * Serves an agent with the session API; each answer to its clients is checked against the published
 * schemas.
 */
export async function serveSessions({
  server,
  ...options
}: ServeSessionsOptions = {}): Promise<ServedSessions> {
  const { path = '/' } = options;
  const adapters = [createSessionAdapter(options)];
  const { url, logged } = await startServer(sessionAgent, { ...server, adapters });
  const apiUrl = `${url}${path === '/' ? '' : path}`;
  const as = (headers: Readonly<Record<string, string>>): SessionClient =>
    createSessionClient(apiUrl, { headers, observe: checkAnswer });
  return { client: as({}), apiUrl, url, logged, as };
}

/**
 * Expects that an answer of the server fits the schemas of the session API ("Implementation
 * Guidance").
 */
function checkAnswer(method: string, path: string, { status, headers, body }: Answer): void {
  if (status === 204) return;
  const type = headers.get('content-type');
  expect(type?.startsWith('application/json'), `${method} ${path}: ${type}`).toBe(true);
  const schema = toSchemaName(method, path, status);
  expect(
    findWrong(`urn:formwork:schemas:sessions:v1:${schema}`, body),
    `${method} ${path}`,
  ).toEqual([]);
}

function toSchemaName(method: string, path: string, status: number): string {
  if (status >= 400) return 'error-response';
  if (path === '/card') return 'agent-card';
  if (!path.includes('/messages')) return 'create-session-response';
  return method === 'POST' ? 'send-message-response' : 'get-session-messages-response';
}
