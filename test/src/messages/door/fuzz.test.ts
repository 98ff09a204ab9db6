import { createSigningKey, type Envelope } from '@formwork/adapters';
import { defineAgent } from '@formwork/core';
import { isRecord } from '@formwork/schema/json';
import fc from 'fast-check';
import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'vitest';
import { mutateBody } from '../../fuzz/mutate-body.ts';
import { openConnections } from '../../fuzz/open-connections.ts';
import { verifiesMessages } from '../verifies-messages.ts';
import { signByHand } from './independent-signer.ts';
import {
  AGENT,
  CLIENT,
  findMisfits,
  openDoor,
  priceAgent,
  toMessage,
  toRequest,
} from './open-door.ts';

// Thousands of requests take long on a busy machine.
/** The seed of the random messages, fixed so that a failure can be reproduced. */
const SEED = 20_261_122;
const RUNS = 2_000;
/** The number of requests under way at the same time. */
const LANES = 20;

/** Texts in an answer that show an uncaught error of the server. */
const INTERNALS =
  /Cannot read propert|is not a function|is not iterable|is not defined|TypeError|\bat \S+ \(|node_modules|\.ts:\d/u;

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
// Leaves out skills that wait, or that fail on purpose.
const skills = priceAgent.skills.filter(({ id }) => !['wait', 'fail'].includes(id));
const agent = defineAgent({ name: 'Fuzzed', version: '1.0.0', skills });

const seeds: readonly object[] = [
  toRequest('get_price', { currency: 'BTC' }),
  toRequest('echo', { a: { b: [1, 'x'] } }),
  toRequest('either/left', {}),
  toRequest('shout', { text: 'hello' }),
  toRequest('task.get', { task_id: 'x' }),
  toRequest('task.reply', { task_id: 'x', data: {} }),
  signByHand(toRequest('echo', { a: 1 }), { key: privateKey, way: 'Ed25519' }),
  toMessage('goodbye', { reason: 'x' }),
  toMessage('handshake', {
    agent_card: {
      agent_id: CLIENT,
      name: 'x',
      version: '1.0.0',
      description: '',
      capabilities: ['a'],
      supported_protocols: ['A2A/1.0'],
      schema_versions: ['1.0.0'],
      metadata: { schema_versions: ['1.0.0'] },
    },
  }),
  {
    ...toMessage('discover_agents', { capabilities: ['a'], filters: { max_results: 5 } }),
    recipient_id: 'registry',
  },
  {
    ...toMessage('response', { status: 'success', data: {} }),
    correlation_id: crypto.randomUUID(),
  },
  {
    ...toMessage('error', { error: { code: 'TIMEOUT', message: 'x', retry_after: 1 } }),
    correlation_id: crypto.randomUUID(),
  },
];

/** Generates messages with wrong values anywhere or only in the payload, each with a new id. */
const mutated: fc.Arbitrary<unknown> = fc
  .tuple(
    fc.oneof(
      fc.oneof(...seeds.map(mutateBody)),
      fc.oneof(
        ...seeds.map((seed) =>
          mutateBody(Reflect.get(seed, 'payload')).map((payload) => ({ ...seed, payload })),
        ),
      ),
    ),
    fc.uuid({ version: 4 }),
  )
  .map(([body, id]) =>
    isRecord(body) && seeds.some((seed) => Reflect.get(seed, 'message_id') === body['message_id'])
      ? { ...body, message_id: id }
      : body,
  );

/** Generates bodies of requests: messages with a few changes, and sometimes random bytes. */
const bodies: fc.Arbitrary<string | Uint8Array<ArrayBuffer>> = fc.oneof(
  { weight: 20, arbitrary: mutated.map((body) => JSON.stringify(body) ?? '') },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom(...seeds), fc.nat(), fc.string())
      .map(([body, at, noise]) => {
        const text = JSON.stringify(body);
        return text.slice(0, at % text.length) + noise + text.slice(at % text.length);
      }),
  },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)) },
);

verifiesMessages(
  ['practice.fuzz'],
  'of 2,000 bodies each is answered in the shape of the document, and none by a server error',
  async () => {
    const { url } = await openDoor({
      agent,
      announceSelf: true,
      keys: { [CLIENT]: publicKey },
      signingKey: createSigningKey(privateKey),
    });
    const post = openConnections();
    const queue = fc.sample(bodies, { seed: SEED, numRuns: RUNS });
    const statuses = new Map<number, number>();
    const lane = async (): Promise<void> => {
      for (let body = queue.pop(); body !== undefined; body = queue.pop()) {
        const { status, text } = await post(`${url}/messages`, body);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status >= 500 || INTERNALS.test(text))
          throw new Error(`${status} ${String(body)} ${text}`);
        // `expect` would be too slow for thousands of calls.
        if (text === '') {
          if (status !== 204) throw new Error(`${status} ${String(body)} has no answer`);
          continue;
        }
        const message = JSON.parse(text) as Envelope;
        const wrong = findMisfits(message);
        const isOurs = [AGENT, 'registry'].includes(message.sender_id);
        if (wrong.length > 0 || !isOurs)
          throw new Error(`${wrong.join()} in ${status} ${String(body)} ${text}`);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(RUNS);
    // Each kind of answer must occur, so that the run proves something.
    for (const status of [200, 204, 400, 401, 422]) {
      expect(statuses.get(status) ?? 0).toBeGreaterThan(10);
    }
  },
);
