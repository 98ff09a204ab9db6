import { connect, createCardCache } from '@formwork/client';
import { demoAgent } from '@formwork/demo';
import { expect, test } from 'vitest';
import { startServer } from '../support/start-server.ts';
import { isForCard } from './client-doors.ts';

const input = { a: 'Lion', b: 'Ant' };
const headers = { 'x-api-key': 'secret' };

/** Makes a `fetch` whose calls are answered by `answer`, and which notes where they went. */
function redirecting(answer: (init: RequestInit) => Response): {
  readonly fetch: typeof fetch;
  readonly sent: string[];
} {
  const sent: string[] = [];
  return {
    sent,
    fetch: (request, init = {}) => {
      if (isForCard(request)) return fetch(request, init);
      sent.push(`${String(init.redirect)} ${String(request instanceof Request)}`);
      return Promise.resolve(answer(init));
    },
  };
}

const TARGET = 'https://elsewhere.example/a2a?token=hidden';

test.for([
  ['a redirect', () => new Response(null, { status: 307, headers: { location: TARGET } })],
  [
    'a redirect that was followed all the same',
    () =>
      Object.defineProperties(Response.json({}), {
        redirected: { value: true },
        url: { value: TARGET },
      }),
  ],
] as const)(
  '%s of a call is an error that says where it leads, and is not tried again',
  async ([, answer]) => {
    const { url } = await startServer(demoAgent);
    const door = redirecting(answer);
    const agent = await connect(url, { fetch: door.fetch, headers });
    const error = await agent
      .skill('fight-comparison')
      .call(input)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'REQUEST_FAILED', reason: 'REDIRECTED' });
    expect(String(error)).toContain('https://elsewhere.example/a2a');
    expect(String(error)).not.toContain('hidden');
    expect(door.sent).toEqual(['manual false']);
  },
);

test('a redirect that a browser hides is an error', async () => {
  const { url } = await startServer(demoAgent);
  const hidden = () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
  const agent = await connect(url, { fetch: redirecting(hidden).fetch });
  await expect(agent.skill('fight-comparison').call(input)).rejects.toMatchObject({
    reason: 'REDIRECTED',
    message: expect.stringContaining('cannot be read here') as string,
  });
});

/** The `fetch` of React Native: its answers have no `body`, and no stream can be read. */
const fetchWhole: typeof fetch = async (request, init) =>
  Object.defineProperty(await fetch(request, init), 'body', { value: undefined });

test('a fetch without streams calls, asks for the task again and again, and reads errors', async () => {
  const { url } = await startServer(demoAgent);
  const accepts: unknown[] = [];
  const agent = await connect(url, {
    fetch: (request, init) => {
      accepts.push(new Headers(init?.headers).get('accept'));
      return fetchWhole(request, init);
    },
  });
  await expect(agent.skill('fight-comparison').call(input)).resolves.toHaveProperty('winner');
  expect(accepts).not.toContain('text/event-stream');
  await expect(
    connect(url, { fetch: fetchWhole, maxCardBytes: 10, cardCache: createCardCache() }),
  ).rejects.toThrow('at most 10 bytes');
  const refused: typeof fetch = async (request, init) =>
    isForCard(request)
      ? fetchWhole(request, init)
      : Object.defineProperty(
          Response.json({ error: { message: 'no' } }, { status: 403 }),
          'body',
          {
            value: undefined,
          },
        );
  const other = await connect(url, { fetch: refused });
  await expect(other.skill('fight-comparison').call(input)).rejects.toMatchObject({
    reason: 'PERMISSION_DENIED',
  });
});
