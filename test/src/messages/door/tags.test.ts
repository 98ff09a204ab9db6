import {
  createKeyRing,
  createMemoryNonceStore,
  createSigningKey,
  signEnvelope,
  verifyEnvelope,
  type Envelope,
} from '@formwork/adapters';
import { createApiKeyAuthentication } from '@formwork/server';
import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifiesMessages } from '../verifies-messages.ts';
import { signByHand, toFingerprintByHand, type Tag, type Way } from './independent-signer.ts';
import { CLIENT, openDoor, readError, toRequest, type Answered } from './open-door.ts';

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
const { publicKey, privateKey } = pairs.Ed25519;
const other = generateKeyPairSync('ed25519');
const OTHER = 'other-agent-002';

function seal(message: Envelope, tag: Tag = {}): Envelope & { auth: Record<string, string> } {
  return signByHand(message, { key: privateKey, way: 'Ed25519', tag });
}

function expectRefused(answered: Answered): void {
  expect(answered.status).toBe(401);
  expect(readError(answered)).toEqual({
    code: 'AUTHENTICATION_FAILED',
    message:
      'Cannot take the message because its auth does not prove that sender_id sent it just now',
  });
  expect(answered.headers.get('www-authenticate')).toBe('Message-Tag realm="a2a"');
}

verifiesMessages(
  ['authenticated.signature', 'base.signature-base64'],
  'tags that were made by the documentation alone are verified, of every kind of key',
  async () => {
    const keys = ways.map((way) => ({ key: pairs[way].publicKey, algorithm: way }));
    const { post } = await openDoor({ keys: { [CLIENT]: keys }, requireTags: true });
    for (const way of ways) {
      const message = signByHand(toRequest('echo', { way, '€': 1.5, a: [null, 1e21] }), {
        key: pairs[way].privateKey,
        way,
        tag: { public_key_fingerprint: toFingerprintByHand(pairs[way].publicKey) },
      });
      const { status, message: answer } = await post(message);
      expect([way, status]).toEqual([way, 200]);
      expect(answer?.payload['data']).toEqual({ way, '€': 1.5, a: [null, 1e21] });
    }
  },
);

test('wrong credentials are refused beside a tag that would do, and none are needed', async () => {
  const authenticate = createApiKeyAuthentication({ keys: { 'the-key-of-ada': 'ada' } });
  const { post } = await openDoor({
    keys: { [CLIENT]: publicKey },
    requireTags: true,
    server: { authenticate, requireAuthentication: true },
  });
  const refused = await post(seal(toRequest('echo')), { 'x-api-key': 'wrong' });
  expect([refused.status, readError(refused)['code']]).toEqual([401, 'AUTHENTICATION_FAILED']);
  expect(refused.headers.get('www-authenticate')).toContain('ApiKey');
  for (const headers of [{}, { 'x-api-key': 'the-key-of-ada' }]) {
    expect((await post(seal(toRequest('echo')), headers)).status).toBe(200);
  }
});

test('what has no canonical form is refused alike, whether its agent is known or not', async () => {
  const { post } = await openDoor({ keys: { [CLIENT]: publicKey }, requireTags: true });
  const toBody = (value: string, more: object = {}): string =>
    JSON.stringify({ ...seal(toRequest('echo', { n: 0 })), ...more }).replace(
      '"n":0',
      `"n":${value}`,
    );
  const { auth } = seal(toRequest('echo'));
  const unknown = { sender_id: OTHER, auth: { ...auth, agent_id: OTHER } };
  // What a door would change is refused before anything else.
  for (const value of ['"\\ud800"', '1e999']) {
    const changed = [await post(toBody(value)), await post(toBody(value, unknown))];
    expect(changed.map(({ status }) => status)).toEqual([400, 400]);
  }
});

test('the payload of an unknown agent is not written again', async () => {
  const keys = createKeyRing({ [CLIENT]: publicKey });
  const message = seal(toRequest('echo'));
  let read = 0;
  const payload = {
    get method() {
      read += 1;
      return 'echo';
    },
  };
  for (const [agentId, kind] of [
    [OTHER, 'refused'],
    [CLIENT, 'verified'],
  ] as const) {
    read = 0;
    const auth = { ...message.auth, agent_id: agentId };
    const sent: unknown = { ...message, sender_id: agentId, payload, auth };
    expect(await verifyEnvelope(sent as Envelope, { keys })).toMatchObject({ kind });
    expect(read > 0).toBe(kind === 'verified');
  }
});

verifiesMessages(
  ['authenticated.production', 'error.codes.AUTHENTICATION_FAILED'],
  'an agent that asks for tags takes nothing without one, and sends none without',
  async () => {
    const signingKey = createSigningKey(other.privateKey);
    const { post, send } = await openDoor({
      keys: { [CLIENT]: publicKey },
      requireTags: true,
      signingKey,
    });
    expectRefused(await post(toRequest('echo')));
    for (const type of ['goodbye', 'discover_agents'] as const) {
      const more = type === 'discover_agents' ? { recipient_id: 'registry' } : {};
      expectRefused(await send(type, {}, more));
    }
    const answers = [await post(toRequest('echo')), await post(seal(toRequest('echo')))];
    const keys = createKeyRing({ 'envelope-agent': other.publicKey });
    for (const { message } of answers) {
      if (message === undefined) throw new Error('There is an answer.');
      expect(await verifyEnvelope(message, { keys })).toMatchObject({ kind: 'verified' });
      expect(message.auth?.public_key_fingerprint).toBe(toFingerprintByHand(other.publicKey));
    }
  },
);

verifiesMessages(
  ['authenticated.agent-id', 'base.auth-agent-id'],
  'a tag of one agent is none for another, whoever signed',
  async () => {
    const { post } = await openDoor({ keys: { [CLIENT]: publicKey, [OTHER]: other.publicKey } });
    expectRefused(await post(seal(toRequest('echo'), { agent_id: OTHER })));
    expectRefused(await post(seal({ ...toRequest('echo'), sender_id: OTHER })));
    expectRefused(
      await post(seal({ ...toRequest('echo'), sender_id: OTHER }, { agent_id: CLIENT })),
    );
    // Ids in capitals or with similar letters are other ids, or invalid.
    const alike = [CLIENT.toUpperCase(), `${CLIENT} `, CLIENT.replace('e', '\u0435')];
    for (const id of [...alike, '', 'ab', 'x'.repeat(129)]) {
      const { status } = await post(seal(toRequest('echo'), { agent_id: id }));
      expect([id, status]).toEqual([id, 401]);
    }
  },
);

verifiesMessages(
  ['authenticated.replay'],
  'a message is taken once, also of many at the same time; signed anew, it is the same request',
  async () => {
    const { post } = await openDoor({ keys: { [CLIENT]: publicKey } });
    const message = seal(toRequest('echo', { a: 1 }));
    const all = await Promise.all(Array.from({ length: 10 }, () => post(message)));
    expect(all.filter(({ status }) => status === 200).length).toBe(1);
    const first = all.find(({ status }) => status === 200);
    all.filter(({ status }) => status !== 200).forEach(expectRefused);
    const { auth: _, ...bare } = message;
    const again = await post(seal(bare));
    expect(again.status).toBe(200);
    expect(again.headers.get('formwork-task-id')).toBe(first?.headers.get('formwork-task-id'));
    // A nonce may not be used for another message.
    expectRefused(await post(seal(toRequest('echo'), { nonce: message.auth['nonce'] ?? '' })));
  },
);

test('a message that is too old, or signed too far ahead, is refused, whatever its own time', async () => {
  const { post } = await openDoor({ keys: { [CLIENT]: publicKey } });
  for (const seconds of [-65, 301, 4_000]) {
    const timestamp = new Date(Date.now() - seconds * 1_000).toISOString();
    expectRefused(await post(seal(toRequest('echo'), { timestamp })));
  }
  const zoned = new Date(Date.now() + 3_600_000).toISOString().replace('Z', '+01:00');
  expect((await post(seal(toRequest('echo'), { timestamp: zoned }))).status).toBe(200);
});

verifiesMessages(
  ['authenticated.fingerprint'],
  'the fingerprint names the key, exactly; without one any key of the agent will do',
  async () => {
    const next = generateKeyPairSync('ed25519');
    const { post } = await openDoor({ keys: { [CLIENT]: [publicKey, next.publicKey] } });
    const right = toFingerprintByHand(publicKey);
    const wrong = [
      toFingerprintByHand(next.publicKey),
      toFingerprintByHand(other.publicKey),
      right.toUpperCase(),
      right.replace('sha256:', 'SHA256:'),
      right.slice(0, -1),
      right.slice('sha256:'.length),
      ` ${right}`,
      '',
    ];
    for (const fingerprint of wrong) {
      expectRefused(await post(seal(toRequest('echo'), { public_key_fingerprint: fingerprint })));
    }
    const signed = seal(toRequest('echo'), { public_key_fingerprint: right });
    expect((await post(signed)).status).toBe(200);
    const rotated = signByHand(toRequest('echo'), { key: next.privateKey, way: 'Ed25519' });
    expect((await post(rotated)).status).toBe(200);
  },
);

test('an agent that nobody knows is told the same as a forged tag', async () => {
  const { post, logged } = await openDoor({ keys: { [CLIENT]: publicKey } });
  expectRefused(await post(seal({ ...toRequest('echo'), sender_id: 'nobody-knows' })));
  const forged = signByHand(toRequest('echo'), { key: other.privateKey, way: 'Ed25519' });
  expectRefused(await post(forged));
  expect(logged.join('\n')).toContain('the agent has no key');
  expect(logged.join('\n')).toContain('no key of the agent signed it');
});

test('a key signs in its own way only', async () => {
  const rsa = pairs.PS256;
  const { post } = await openDoor({ keys: { [CLIENT]: rsa.publicKey } });
  expectRefused(await post(signByHand(toRequest('echo'), { key: rsa.privateKey, way: 'RS256' })));
  const right = signByHand(toRequest('echo'), { key: rsa.privateKey, way: 'PS256' });
  expect((await post(right)).status).toBe(200);
});

test('the tasks of an agent that proves who it is are its own', async () => {
  const { post } = await openDoor({ keys: { [CLIENT]: publicKey, [OTHER]: other.publicKey } });
  const id = (await post(seal(toRequest('echo')))).headers.get('formwork-task-id');
  const get = () => toRequest('task.get', { task_id: id });
  expect((await post(seal(get()))).status).toBe(200);
  expect((await post(get())).status).toBe(404);
  const stranger = signByHand(
    { ...get(), sender_id: OTHER },
    { key: other.privateKey, way: 'Ed25519' },
  );
  expect((await post(stranger)).status).toBe(404);
});

test('tags stand for the authentication of the server where they are asked for', async () => {
  const server = { authenticate: () => undefined, requireAuthentication: true };
  const tagged = await openDoor({ server, keys: { [CLIENT]: publicKey }, requireTags: true });
  expect((await tagged.post(seal(toRequest('echo')))).status).toBe(200);
  const both = await openDoor({ server, keys: { [CLIENT]: publicKey } });
  expect((await both.post(seal(toRequest('echo')))).status).toBe(401);
});

test('keys can be looked up, and a lookup that fails lets nobody in', async () => {
  const { post } = await openDoor({
    keys: async (id) => {
      if (id === CLIENT) return publicKey;
      throw new Error('The directory is away.');
    },
  });
  expect((await post(seal(toRequest('echo')))).status).toBe(200);
  const answered = await post(seal({ ...toRequest('echo'), sender_id: OTHER }));
  expect([answered.status, readError(answered)['code']]).toEqual([500, 'INTERNAL_ERROR']);
});

test('nobody but its agent can use a nonce up, and a full store says when to come back', async () => {
  const nonces = createMemoryNonceStore({ limit: 1 });
  const { post } = await openDoor({ keys: { [CLIENT]: publicKey }, nonces });
  const nonce = randomBytes(16).toString('hex');
  const tag = { nonce };
  expectRefused(
    await post(signByHand(toRequest('echo'), { key: other.privateKey, way: 'Ed25519', tag })),
  );
  expect((await post(seal(toRequest('echo'), tag))).status).toBe(200);
  const full = await post(seal(toRequest('echo')));
  expect([full.status, readError(full)['code']]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(290);
});

test('signEnvelope() and verifyEnvelope() agree with the documentation', async () => {
  for (const way of ways) {
    const key = createSigningKey(pairs[way].privateKey, { algorithm: way });
    const signed = signEnvelope(toRequest('echo', { way }), key);
    const keys = createKeyRing({ [CLIENT]: { key: pairs[way].publicKey, algorithm: way } });
    expect(await verifyEnvelope(signed, { keys })).toEqual({
      kind: 'verified',
      agentId: CLIENT,
      fingerprint: toFingerprintByHand(pairs[way].publicKey),
    });
    const changed = { ...signed, payload: { method: 'echo' } };
    expect(await verifyEnvelope(changed, { keys })).toMatchObject({ kind: 'refused' });
  }
});
