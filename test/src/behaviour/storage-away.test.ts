// Not over every binding: the doors of pages are HTTP APIs of their own.
import { createSessionAdapter } from '@formwork/adapters';
import { createConsoleAdapter } from '@formwork/console';
import { createFormLink, createPublicFormsAdapter } from '@formwork/embed';
import { createFormsRouter } from '@formwork/forms';
import { createPeopleAdapter } from '@formwork/people';
import { createMemoryEngine, createMemoryRecords, EngineStorageError } from '@formwork/runtime';
import { createApiKeyAuthentication, createServer } from '@formwork/server';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { shopAgent, SECRET } from '../support/publish-agent.ts';

/** Makes a store whose methods reject while it is away. */
function toStore<Store extends object>(store: Store, isAway: () => boolean): Store {
  return new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function' || name === 'watch' || name === 'close') return method;
      return (...values: readonly unknown[]): unknown =>
        isAway()
          ? Promise.reject(new EngineStorageError('The test took it away.'))
          : Reflect.apply(method, target, values);
    },
  });
}

const LOGGERS: readonly (readonly [string, () => unknown])[] = [
  ['writes', () => undefined],
  [
    'throws',
    () => {
      throw new Error('The log is full.');
    },
  ],
  ['rejects', () => Promise.reject(new Error('The log is away.'))],
  ['never ends', () => new Promise(() => undefined)],
];

describe.each(LOGGERS)('with a logger that %s', (_what, log) => {
  test('every door says when storage that is away may be back', async () => {
    let isAway = false;
    const logger = { info: log, warn: log, error: log };
    // What a logger cannot write is there.
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => stderr.mockRestore());
    const records = toStore(createMemoryRecords(), () => isAway);
    const signIn = {
      issuer: 'https://sign-in.example',
      clientId: 'page',
      clientSecret: 'a-secret-of-the-page-of-32-characters',
      records,
    };
    const server = createServer(shopAgent, {
      engine: toStore(createMemoryEngine(), () => isAway),
      records,
      logger,
      adapters: [
        createPeopleAdapter(),
        createConsoleAdapter({ signIn }),
        createPublicFormsAdapter({ linkSecrets: [SECRET] }),
        createSessionAdapter({ path: '/v1' }),
      ],
      authenticate: createApiKeyAuthentication({
        keys: { key: { id: 'ada', scopes: ['operate'] } },
      }),
      allowAnonymous: true,
    });
    let agentUrl = '';
    const pages = createFormsRouter({ mode: 'one', agentUrl: () => agentUrl, signIn, logger });
    server.app.use(pages.router);
    const { url } = await server.listen({ port: 0 });
    agentUrl = url;
    onTestFinished(async () => {
      isAway = false;
      await pages.close();
      await server.close();
    });
    const agent = url;
    const json = (body: unknown, headers: object = {}) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'key', ...headers },
      body: JSON.stringify(body),
    });
    const key = { headers: { 'x-api-key': 'key' } };
    const link = createFormLink(`${url}/forms/order`, { secret: SECRET, once: true });
    const signedIn = { cookie: `formwork-session=${'x'.repeat(43)}` };
    const credentials = { 'x-formwork-agent-headers': JSON.stringify({ 'x-api-key': 'key' }) };
    const requests: readonly (readonly [string, RequestInit])[] = [
      ['/people/tasks', key],
      ['/people/tasks.csv', key],
      ['/people/inbox', key],
      ['/people/drafts', key],
      ['/people/shared', key],
      ['/console/api/tasks', key],
      ['/console/api/session', { headers: { cookie: `formwork-console=${'x'.repeat(43)}` } }],
      ['/forms/order/link', json({ link: link.replace(/^.*[#=]/u, '') })],
      ['/v1/sessions', json({})],
      ['/a2a/rest/tasks/1', { headers: { 'x-api-key': 'key', 'a2a-version': '1.0' } }],
      ['/api/describe', json({ agent }, signedIn)],
      ['/api/people', json({ agent, path: '/inbox', method: 'GET' }, credentials)],
      ['/readyz', {}],
    ];
    const ask = async ([path, init]: (typeof requests)[number]): Promise<string> => {
      const response = await fetch(`${url}${path}`, init);
      await response.text();
      return `${path} ${response.status} ${response.headers.get('retry-after')}`;
    };
    isAway = true;
    const answers = await Promise.all(requests.map(ask));
    expect(answers).toEqual(requests.map(([path]) => `${path} 503 5`));
  });
});
