import {
  createKeyRing,
  createMemoryNonceStore,
  verifyEnvelope,
  type Envelope,
} from '@formwork/adapters';
import fc from 'fast-check';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect } from 'vitest';
import { openConnections } from '../../fuzz/open-connections.ts';
import { repetitions } from '../../support/repetitions.ts';
import { verifiesMessages } from '../verifies-messages.ts';
import { signByHand, toFingerprintByHand, type Way } from './independent-signer.ts';
import { CLIENT, openDoor, toRequest } from './open-door.ts';

/** The seed of the random forgeries, fixed so that a failure can be reproduced. */
const SEED = 20_261_122;
/** The numbers of forged messages, of messages that come twice, and of texts that are nearly signed. */
const [FORGED, TAKEN, NEAR] = [repetitions(2_000), repetitions(500), repetitions(1_000)];
const OTHER = 'other-agent-002';

interface Pair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const pairs: Readonly<Record<Way, Pair>> = {
  Ed25519: generateKeyPairSync('ed25519'),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ES384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  PS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};
const ways = Object.keys(pairs) as readonly Way[];
const toEntries = (list: readonly Way[]) =>
  list.map((way) => ({ key: pairs[way].publicKey, algorithm: way }));
/** The registered keys of each agent; no key belongs to both. */
const registered = {
  [CLIENT]: toEntries(['Ed25519', 'ES256', 'PS256']),
  [OTHER]: toEntries(['ES384', 'RS256']),
};
const keys = createKeyRing(registered);

const fingerprints = new Map(
  ways.map((way) => [way, toFingerprintByHand(pairs[way].publicKey)] as const),
);

type Signed = Envelope & { readonly auth: Record<string, string> };

function sign(way: Way, parameters: object = {}): Signed {
  const sender = registered[CLIENT]?.some(({ algorithm }) => algorithm === way) ? CLIENT : OTHER;
  return signByHand(
    { ...toRequest('echo', parameters), sender_id: sender },
    {
      key: pairs[way].privateKey,
      way,
      tag: { public_key_fingerprint: fingerprints.get(way) ?? '' },
    },
  ) as Signed;
}

/** The number of messages to sign by each algorithm; signing takes as long as all the rest. */
const SIGNED = 20;

/** Makes messages signed by every algorithm, each with a nonce of its own. */
function createPool(parameters: object): readonly Signed[] {
  return ways.flatMap((way) => Array.from({ length: SIGNED }, () => sign(way, parameters)));
}

const MEMBERS = [
  'message_id',
  'message_type',
  'sender_id',
  'recipient_id',
  'timestamp',
  'payload',
  'correlation_id',
] as const;
const TAG_MEMBERS = [
  'agent_id',
  'timestamp',
  'nonce',
  'signature',
  'public_key_fingerprint',
] as const;

const ones = createPool({ n: 1 });
const others = createPool({ n: 2 });

/** Generates forgeries: a signed message with parts of another one. */
const forged = fc
  .record({
    one: fc.constantFrom(...ones),
    two: fc.constantFrom(...others),
    member: fc.constantFrom(...MEMBERS),
    tagMember: fc.constantFrom(...TAG_MEMBERS),
    kind: fc.constantFrom(
      'member',
      'tag',
      'tag member',
      'bytes',
      'cut',
      'longer',
      'none',
      'sender',
    ),
    at: fc.nat(),
  })
  .map(({ one, two, member, tagMember, kind, at }) => {
    const signature = Buffer.from(one.auth['signature'] ?? '', 'base64');
    const withSignature = (bytes: Buffer): Signed => ({
      ...one,
      auth: { ...one.auth, signature: bytes.toString('base64') },
    });
    switch (kind) {
      case 'member':
        return { one, result: { ...one, [member]: two[member] } };
      case 'tag':
        return { one, result: { ...one, auth: two.auth } };
      case 'tag member':
        return { one, result: { ...one, auth: { ...one.auth, [tagMember]: two.auth[tagMember] } } };
      case 'bytes': {
        const bytes = Buffer.from(signature);
        bytes.writeUInt8(bytes.readUInt8(at % bytes.length) ^ (1 << (at % 8)), at % bytes.length);
        return { one, result: withSignature(bytes) };
      }
      case 'cut':
        return { one, result: withSignature(signature.subarray(0, at % signature.length)) };
      case 'longer':
        return {
          one,
          result: withSignature(Buffer.concat([signature, Buffer.alloc(1 + (at % 3))])),
        };
      case 'none':
        return { one, result: withSignature(Buffer.alloc(signature.length, at % 256)) };
      case 'sender': {
        const sender = one.sender_id === CLIENT ? OTHER : CLIENT;
        const { public_key_fingerprint: _, ...auth } = one.auth;
        return { one, result: { ...one, sender_id: sender, auth: { ...auth, agent_id: sender } } };
      }
    }
  })
  .filter(({ one, result }) => JSON.stringify(one) !== JSON.stringify(result));

verifiesMessages(
  ['authenticated.signature', 'authenticated.agent-id', 'authenticated.fingerprint'],
  `of ${FORGED} messages made of pieces of signed ones, or with damaged signatures, none is believed`,
  async () => {
    for (const one of [...ones, ...others])
      expect(await verifyEnvelope(one, { keys })).toMatchObject({ kind: 'verified' });
    let refused = 0;
    const property = fc.asyncProperty(forged, async ({ result }) => {
      const { kind } = await verifyEnvelope(result, { keys });
      // `expect` would be slower than the verification.
      if (kind !== 'refused') throw new Error(`This is ${kind}: ${JSON.stringify(result)}`);
      refused += 1;
    });
    await fc.assert(property, { seed: SEED, numRuns: FORGED });
    expect(refused).toBe(FORGED);
  },
);

verifiesMessages(
  ['authenticated.replay'],
  `of ${TAKEN} messages that were taken, none is taken again, however it is dressed up`,
  async () => {
    const nonces = createMemoryNonceStore();
    const dress = fc.record({
      way: fc.constantFrom(...ways),
      ahead: fc.integer({ min: 0, max: 299_000 }),
      isReversed: fc.boolean(),
    });
    const property = fc.asyncProperty(dress, async ({ way, ahead, isReversed }) => {
      const message = sign(way);
      const now = Date.now();
      const first = await verifyEnvelope(message, { keys, nonces, now });
      const entries = Object.entries(message);
      const again = Object.fromEntries(isReversed ? entries.toReversed() : entries) as never;
      const later = { keys, nonces, now: now + ahead };
      const second = await verifyEnvelope(again, later);
      const kinds = `${first.kind}, ${second.kind}`;
      if (kinds !== 'verified, refused') throw new Error(`${kinds}: ${JSON.stringify(message)}`);
    });
    await fc.assert(property, { seed: SEED, numRuns: TAKEN });
  },
);

/** Generates texts that differ slightly from a signed message. */
const texts = fc
  .record({
    message: fc.constantFrom(...createPool({ text: 'a+b/c', list: [1, 2.5, true] })),
    kind: fc.constantFrom(
      'flip',
      'delete',
      'insert',
      'capital',
      'look-alike',
      'twice',
      'space in signature',
      'url alphabet',
      'no padding',
      'unknown member',
      'surrogate',
    ),
    at: fc.nat(),
  })
  .map(({ message, kind, at }): readonly [Signed, string] => {
    const text = JSON.stringify(message);
    const place = at % text.length;
    const before = text.slice(0, place);
    const signature = message.auth['signature'] ?? '';
    switch (kind) {
      case 'flip':
        return [
          message,
          before + String.fromCodePoint(text.charCodeAt(place) ^ 1) + text.slice(place + 1),
        ];
      case 'delete':
        return [message, before + text.slice(place + 1)];
      case 'insert':
        return [message, `${before}${'0 \u200b"\u0301'.charAt(at % 5)}${text.slice(place)}`];
      case 'capital':
        return [
          message,
          before + text.slice(place).replace(/[a-z]/u, (found) => found.toUpperCase()),
        ];
      case 'look-alike':
        return [
          message,
          before + text.slice(place).replace(/[aeo]/u, (found) => ALIKE[found] ?? found),
        ];
      case 'twice': {
        const name = MEMBERS[at % MEMBERS.length] ?? 'payload';
        return [
          message,
          text.replace('{', `{${JSON.stringify(name)}:${JSON.stringify(message[name])},`),
        ];
      }
      case 'space in signature':
        return [message, text.replace(signature, `${signature.slice(0, 9)} ${signature.slice(9)}`)];
      case 'url alphabet':
        return [
          message,
          text.replace(signature, signature.replaceAll('+', '-').replaceAll('/', '_')),
        ];
      case 'no padding':
        return [message, text.replace(signature, signature.replaceAll('=', ''))];
      case 'unknown member':
        return [message, text.replace('"auth":{', `"auth":{"extra${at}":1,`)];
      case 'surrogate':
        return [message, text.replace('a+b/c', String.raw`\ud800`)];
    }
  });

/** The statuses of answers that refuse an invalid message, or one of another sender. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 404, 422]);

const ALIKE: Readonly<Record<string, string>> = { a: '\u0430', e: '\u0435', o: '\u043e' };

verifiesMessages(
  ['authenticated.signature', 'practice.fuzz'],
  `of ${NEAR} texts that are nearly one that was signed, none is taken`,
  async () => {
    const { url } = await openDoor({ keys: registered, requireTags: true });
    const post = openConnections();
    let sent = 0;
    const property = fc.asyncProperty(texts, async ([message, text]) => {
      // The text still says the same, as with other white space only, so it is no forgery.
      if (isSame(message, text)) return;
      const answered = await post(`${url}/messages`, text);
      sent += 1;
      if (!REFUSALS.has(answered.status) || !answered.text.includes('"message_type":"error"'))
        throw new Error(`${answered.status} ${text} ${answered.text}`);
    });
    await fc.assert(property, { seed: SEED, numRuns: NEAR });
    expect(sent).toBeGreaterThan(NEAR * 0.8);
  },
);

function isSame(message: unknown, text: string): boolean {
  try {
    const parsed: unknown = JSON.parse(text);
    // Parsing hides a repeated name, but the text is longer.
    const isTwice = text.length > JSON.stringify(message).length + 10;
    return !isTwice && JSON.stringify(parsed) === JSON.stringify(message);
  } catch {
    return false;
  }
}
