import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mutateBody } from '../../fuzz/mutate-body.ts';
import { openConnections } from '../../fuzz/open-connections.ts';
import { findWrong } from '../../schemas/cited-examples.ts';
import { repetitions } from '../../support/repetitions.ts';
import { serveSessions } from './serve-sessions.ts';
import { toAct } from './session-agent.ts';

const BODIES = repetitions(2_000);
const AT_ONCE = 16;
/** The number of sessions, large enough that few of them reach the limit of open tasks. */
const SESSIONS = 50;
/** The seed of the random messages, fixed so that a failure can be reproduced. */
const SEED = 20_261_122;

/** Texts in an answer that show an uncaught error of the server. */
const INTERNALS =
  /Cannot read propert|is not a function|is not iterable|is not defined|TypeError|\bat \S+ \(|node_modules|\.ts:\d/u;

const MESSAGES = [
  { role: 'user', content: 'Hello' },
  { role: 'system', content: 'Be kind', metadata: { 'acme.a': [1] } },
  { role: 'user', id: 'mine', ...toAct({ do: 'echo', value: 'x' }) },
  { role: 'user', ...toAct({ do: 'ask' }) },
  { role: 'user', ...toAct({ do: 'files' }), in_reply_to: 'nothing' },
  {
    role: 'user',
    content: '',
    artifacts: [
      { id: '1', type: 'text/plain', data: 'text', name: 'a', description: 'b' },
      { id: '2', type: 'image/png', data: 'base64:AAH+/w==' },
      { id: '3', type: 'url/reference', data: 'https://example.com/a.pdf' },
      { id: '4', type: 'application/json', data: { do: 'echo' } },
    ],
  },
];

/** Generates URLs of files; `fc.webUrl()` would take longer than a thousand requests to start. */
const webUrl = fc
  .tuple(fc.domain(), fc.string())
  .map(([domain, path]) => `https://${domain}/${encodeURI(path)}`);

/** Generates messages that fit the schemas, with unusual values. */
const wellFormed = fc.record({
  role: fc.constantFrom('user', 'user', 'user', 'system'),
  content: fc.string(),
  metadata: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
  artifacts: fc.array(
    fc.record({
      id: fc.string(),
      type: fc.oneof(
        fc.constantFrom(
          'text/plain',
          'application/json',
          'application/json;schema=act',
          'application/json; schema="act"',
          'application/json;schema=',
          'image/png',
          'url/reference',
          '',
        ),
        fc.string(),
      ),
      data: fc.oneof(
        fc.jsonValue(),
        mutateBody({ do: 'echo', value: 'x' }),
        fc.base64String().map((text) => `base64:${text}`),
        webUrl,
      ),
    }),
    { maxLength: 3 },
  ),
});

test(`${BODIES} bodies are answered, and none is an error of the server`, async () => {
  const { client, url, logged } = await serveSessions({ waitMs: 200 });
  const post = openConnections();
  const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => client.create()));
  const body = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...MESSAGES).chain(mutateBody) },
    { weight: 3, arbitrary: wellFormed },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
  const bodies = fc.sample(body, { seed: SEED, numRuns: BODIES });
  const statuses = new Map<number, number>();

  async function check(index: number): Promise<void> {
    const path =
      index % 10 === 9 ? '/sessions' : `/sessions/${sessions[index % SESSIONS]?.id ?? ''}/messages`;
    const text = toText(bodies[index], index);
    const { status, text: given } = await post(`${url}${path}`, text);
    const shown = `${path} ${text} -> ${status} ${given}`;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500 || INTERNALS.test(given)) throw new Error(shown);
    const schema =
      status >= 400
        ? 'error-response'
        : path === '/sessions'
          ? 'create-session-response'
          : 'send-message-response';
    const wrong = findWrong(`urn:formwork:schemas:sessions:v1:${schema}`, JSON.parse(given));
    if (wrong.length > 0) throw new Error(`${wrong.join()} in ${shown}`);
  }

  let next = 0;
  async function work(): Promise<void> {
    while (next < BODIES) {
      const index = next;
      next += 1;
      await check(index);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect(logged.filter((line) => line.startsWith('Cannot'))).toEqual([]);
  // Many messages are accepted and many refused, so that the run proves something.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(BODIES / 8);
  expect(statuses.get(400) ?? 0).toBeGreaterThan(BODIES / 8);
  expect((await client.create()).status).toBe('active');
});

/** Returns a body as JSON; every fiftieth one is cut off. */
function toText(body: unknown, index: number): string {
  const text = JSON.stringify(body) ?? '';
  return index % 50 === 0 ? text.slice(0, text.length / 2) : text;
}
