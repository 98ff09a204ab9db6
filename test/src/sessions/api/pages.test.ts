import { expect, test } from 'vitest';
import { verifiesSessions } from '../verifies-sessions.ts';
import { serveSessions } from './serve-sessions.ts';
import type { Message, SessionClient } from './session-client.ts';

verifiesSessions(
  ['endpoint.list-messages', 'list.next-cursor', 'list.prev-cursor'],
  'pages lead on and back, and stay what they are while messages come',
  async () => {
    const { client } = await serveSessions();
    const { id } = await client.create();
    expect(await client.list(id)).toEqual({ messages: [] });
    await say(client, id, 7);
    const first = await client.list(id, '?limit=3');
    const second = await client.list(id, toQuery(first.pagination?.next_cursor));
    expect(first.pagination?.prev_cursor).toBeUndefined();
    await say(client, id, 2);
    expect(await client.list(id, toQuery(first.pagination?.next_cursor))).toEqual(second);
    const third = await client.list(id, toQuery(second.pagination?.next_cursor));
    expect(third.pagination?.next_cursor).toBeUndefined();
    expect(toContents([first, second, third])).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '0',
      '1',
    ]);
    const back = await client.list(id, toQuery(third.pagination?.prev_cursor));
    expect(back).toEqual(second);
    const start = await client.list(id, toQuery(back.pagination?.prev_cursor));
    expect(start).toEqual(first);
  },
);

/** Writes a cursor as the server does, which signs none. */
function toCursor(text: string): string {
  return `cursor=${Buffer.from(text).toString('base64url')}`;
}

test.each([
  'limit=0',
  'limit=101',
  'limit=x',
  'limit=1&limit=2',
  'cursor=x',
  'cursor=',
  toCursor('prev:999999999999999'),
  toCursor('next:999999999999999'),
  toCursor('prev:1000'),
])('messages are not listed by %s', async (query) => {
  const { client } = await serveSessions();
  const { id } = await client.create();
  const answer = await client.request('GET', `/sessions/${id}/messages?${query}`);
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
});

test('a page of large messages has fewer of them, and all come', async () => {
  const { client } = await serveSessions();
  const { id } = await client.create();
  const text = 'x'.repeat(900_000);
  for (let index = 0; index < 6; index += 1) {
    await client.send(id, { role: 'system', content: `${index}${text}` });
  }
  const { messages, pagination } = await client.list(id);
  expect(messages).toHaveLength(4);
  expect(pagination?.next_cursor).toBeDefined();
  expect((await client.listAll(id)).map(({ content }) => content[0])).toEqual([
    '0',
    '1',
    '2',
    '3',
    '4',
    '5',
  ]);
});

function toQuery(cursor: string | undefined): string {
  return `?limit=3&cursor=${encodeURIComponent(cursor ?? '')}`;
}

function toContents(
  pages: readonly { readonly messages: readonly Message[] }[],
): readonly string[] {
  return pages.flatMap(({ messages }) => messages.map(({ content }) => content));
}

/** Sends `count` system messages, which the agent does not answer. */
async function say(client: SessionClient, id: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await client.send(id, { role: 'system', content: `${index}` });
  }
}
