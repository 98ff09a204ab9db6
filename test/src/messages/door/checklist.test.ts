import { createEnvelope } from '@formwork/adapters';
import { createValidator } from '@formwork/schema';
import { expect, onTestFinished, vi } from 'vitest';
import { verifiesMessages } from '../verifies-messages.ts';
import { AGENT, CLIENT, openDoor, readError, toRequest } from './open-door.ts';

const price = (more: object = {}): object => ({
  ...toRequest('get_price', { currency: 'BTC' }),
  ...more,
});

function ago(seconds: number): string {
  return new Date(Date.now() - seconds * 1_000).toISOString();
}

verifiesMessages(
  ['check.json', 'error.codes.INVALID_MESSAGE'],
  'what is no JSON object, or has two meanings, is refused as no message',
  async () => {
    const { post } = await openDoor();
    const twice = JSON.stringify(price()).replace('{', `{"sender_id":"other-agent",`);
    const bodies = [
      '',
      '{',
      '"text"',
      '[]',
      'null',
      '1',
      twice,
      new Uint8Array([0x7b, 0xff, 0x7d]),
      `${'['.repeat(300)}${']'.repeat(300)}`,
      JSON.stringify(price({ payload: { method: 'echo', parameters: { n: 0 } } })).replace(
        '"n":0',
        '"n":1e999',
      ),
      JSON.stringify(price())
        .replace('BTC', String.raw`\ud800`)
        .replace('get_price', 'echo'),
    ];
    for (const body of bodies) {
      const answered = await post(body);
      expect({ body, code: readError(answered)['code'] }).toEqual({
        body,
        code: 'INVALID_MESSAGE',
      });
      expect(answered.status).toBe(400);
    }
    for (const type of ['text/plain', 'application/json; charset=utf-16']) {
      const refused = await post(JSON.stringify(price()), { 'content-type': type });
      expect([refused.status, readError(refused)['code']]).toEqual([415, 'INVALID_MESSAGE']);
    }
    const utf8 = { 'content-type': 'application/json;charset="UTF-8"' };
    expect((await post(JSON.stringify(price()), utf8)).status).toBe(200);
  },
);

verifiesMessages(
  [
    'check.required',
    'check.message-id',
    'check.message-type',
    'check.timestamp',
    'check.sender',
    'check.recipient',
    'check.payload',
    'check.correlation',
    'check.unexpected',
  ],
  'a message that breaks its schema is refused at its place, and nothing is run',
  async () => {
    const { post, logged } = await openDoor();
    const wrong: readonly (readonly [pointer: string, more: object])[] = [
      ['/payload', { payload: undefined }],
      ['/timestamp', { timestamp: undefined }],
      ['/message_id', { message_id: 'a7f8d9e2-3c4b-5d6e-7f8a-9b0c1d2e3f4a' }],
      ['/message_type', { message_type: 'requests' }],
      ['/timestamp', { timestamp: '2025-12-09 15:30:00' }],
      ['/timestamp', { timestamp: ago(0).replace('Z', '+01:00') }],
      ['/sender_id', { sender_id: '-agent' }],
      ['/recipient_id', { recipient_id: 'agent_1' }],
      ['/payload/method', { payload: { parameters: {} } }],
      ['/correlation_id', { correlation_id: crypto.randomUUID() }],
      ['/correlation_id', { message_type: 'response', payload: { status: 'success', data: {} } }],
      ['/more', { more: 1 }],
    ];
    for (const [pointer, more] of wrong) {
      const answered = await post(price(more));
      const { code, details } = readError(answered);
      const { problems } = details as { problems: readonly { pointer: string }[] };
      const places = [...new Set(problems.map((problem) => problem.pointer))];
      expect({ more, status: answered.status, code, places }).toEqual({
        more,
        status: 422,
        code: 'VALIDATION_FAILED',
        places: [pointer],
      });
      expect(answered.headers.get('formwork-task-id')).toBeNull();
    }
    expect(logged).toEqual([]);
  },
);

verifiesMessages(
  [
    'validate.verdict',
    'validate.every-error',
    'validate.unknown-type',
    'practice.clear-errors',
    'error.codes.VALIDATION_FAILED',
  ],
  'every problem is listed with its place, what was expected and what came',
  async () => {
    const { post } = await openDoor();
    const wrong = { ...price(), message_type: 'requst', sender_id: 'x', extra: 1 };
    const { problems } = readError(await post(wrong))['details'] as {
      problems: readonly Readonly<Record<string, string>>[];
    };
    const byPlace = new Map(problems.map((problem) => [problem['pointer'], problem]));
    expect(new Set(byPlace.keys())).toEqual(new Set(['/extra', '/message_type', '/sender_id']));
    expect(byPlace.get('/message_type')).toMatchObject({
      received: 'string "requst"',
      expected: expect.stringContaining('"request"'),
      suggestion: 'did you mean "request"?',
    });
  },
);

verifiesMessages(
  ['validate.base-first', 'practice.early', 'practice.fail-fast'],
  'the base decides first, then the type, and all of it before anything is done',
  async () => {
    const { post } = await openDoor();
    // Both the base and the payload are wrong, and only the fault of the base is told.
    const both = await post(price({ sender_id: 'x', payload: {} }));
    expect(JSON.stringify(readError(both)['details'])).not.toContain('/payload');
    const type = await post(price({ payload: {} }));
    expect(JSON.stringify(readError(type)['details'])).toContain('/payload/method');
  },
);

verifiesMessages(
  ['check.fresh', 'base.fresh', 'base.future'],
  'a message is fresh for less than five minutes, and from one minute ahead',
  async () => {
    const { post } = await openDoor();
    for (const seconds of [-70, 300.1, 3_600]) {
      const answered = await post(price({ timestamp: ago(seconds) }));
      expect([seconds, answered.status]).toEqual([seconds, 422]);
      expect(readError(answered)['message']).toContain('timestamp must be');
    }
    for (const seconds of [-55, 0, 290]) {
      expect((await post(price({ timestamp: ago(seconds) }))).status).toBe(200);
    }
  },
);

verifiesMessages(
  ['check.size', 'error.codes.PAYLOAD_TOO_LARGE'],
  'a message of 10 MB is taken, and a larger one is not',
  async () => {
    const { post } = await openDoor();
    const toBody = (bytes: number): string => {
      const empty = JSON.stringify(toRequest('echo', { text: '' }));
      return empty.replace('"text":""', `"text":"${'x'.repeat(bytes - empty.length)}"`);
    };
    const large = await post(toBody(10_000_001));
    expect([large.status, readError(large)['code']]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect((await post(toBody(10_000_000))).status).toBe(200);
    const { post: postLess } = await openDoor({ maxBytes: 1_000 });
    expect((await postLess(toBody(1_001))).status).toBe(413);
  },
);

verifiesMessages(
  ['check.size', 'practice.early'],
  'a message of 100,000 entries is taken, and one of more is not, whatever they are',
  async () => {
    const { post } = await openDoor();
    const toItems = (count: number): object =>
      toRequest('echo', { items: Array.from({ length: count }, () => 1) });
    // The number of values around the items: the message, its payload and its parameters.
    const empty = JSON.stringify(toItems(0)).replaceAll(/"[^"]*"/gu, '');
    const around = empty.replaceAll(/[^[{,]/gu, '').length;
    expect((await post(toItems(100_001 - around))).status).toBe(200);
    const names = Object.fromEntries(Array.from({ length: 100_001 }, (_, index) => [index, 1]));
    for (const body of [
      toItems(100_002 - around),
      toRequest('echo', names),
      `[${'{},'.repeat(60_000)}1]`,
      '['.repeat(1_000_000),
    ]) {
      const answered = await post(body);
      expect([answered.status, readError(answered)['code']]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
      expect(readError(answered)['message']).toContain('at most 100000');
    }
    const { post: postLess } = await openDoor({ maxEntries: 20 });
    expect((await postLess(toItems(20))).status).toBe(413);
    expect((await postLess(price())).status).toBe(200);
  },
);

verifiesMessages(
  ['base.message-id-unique'],
  'an id stands for one message: the same again is the same task, another one is refused',
  async () => {
    const { post } = await openDoor();
    const first = price({ payload: { method: 'echo', parameters: { a: 1, b: 2 } } });
    const again = { ...first, payload: { parameters: { b: 2, a: 1 }, method: 'echo' } };
    const one = await post(first);
    const two = await post({ ...again, timestamp: ago(-1) });
    expect(one.status).toBe(200);
    expect(two.headers.get('formwork-task-id')).toBe(one.headers.get('formwork-task-id'));
    const other = await post({ ...first, payload: { method: 'echo', parameters: { a: 1 } } });
    expect([other.status, readError(other)['code']]).toEqual([422, 'VALIDATION_FAILED']);
    expect(readError(other)['message']).toContain('message_id must be new');
    // The same id from another sender belongs to another message.
    const stranger = await post({ ...first, sender_id: 'somebody-else' });
    expect(stranger.status).toBe(200);
    expect(stranger.headers.get('formwork-task-id')).not.toBe(one.headers.get('formwork-task-id'));
  },
);

verifiesMessages(
  ['base.recipient-is-me', 'error.codes.NOT_FOUND'],
  'a message for somebody else is refused',
  async () => {
    const { post } = await openDoor();
    const answered = await post(price({ recipient_id: 'another-agent' }));
    expect([answered.status, readError(answered)['code']]).toEqual([404, 'NOT_FOUND']);
    expect(readError(answered)['message']).toContain(AGENT);
  },
);

verifiesMessages(
  ['error.caused-by', 'base.correlation-links', 'flow.error'],
  'an error names what caused it; what has no id is answered by an error that names itself',
  async () => {
    const { post } = await openDoor();
    const cause = createEnvelope({ type: 'goodbye', sender: CLIENT, recipient: 'wrong-agent' });
    const { message } = await post(cause);
    expect(message).toMatchObject({
      message_type: 'error',
      correlation_id: cause.message_id,
      sender_id: AGENT,
      recipient_id: CLIENT,
    });
    const nameless = (await post('{}')).message;
    expect(nameless?.correlation_id).toBe(nameless?.message_id);
    expect(nameless?.recipient_id).toBe('unknown');
  },
);

verifiesMessages(
  ['practice.compiled-once'],
  'messages of every kind are checked without another schema being compiled',
  async () => {
    const { post } = await openDoor();
    // Compiling a schema copies it by `JSON.stringify`; the call below proves that the spy sees it.
    const write = vi.spyOn(JSON, 'stringify');
    onTestFinished(() => write.mockRestore());
    const countSchemas = (): number => write.mock.calls.filter(([value]) => isSchema(value)).length;
    createValidator({ type: 'object' });
    expect(countSchemas()).toBeGreaterThan(0);
    const sendAll = async (): Promise<void> => {
      for (const type of ['request', 'response', 'handshake', 'error', 'goodbye'] as const) {
        await post(price({ message_type: type }));
      }
    };
    // The first faults compile further schemas that explain them, so they come before the count.
    await sendAll();
    const seen = countSchemas();
    await sendAll();
    expect(countSchemas()).toBe(seen);
  },
);

/** Returns true for a value that looks like a schema; no message in this test does. */
function isSchema(value: unknown): boolean {
  const names = ['$schema', '$defs', 'properties'];
  if (typeof value !== 'object' || value === null) return false;
  return names.some((name) => name in value) || ('type' in value && value.type === 'object');
}

verifiesMessages(['base.auth-optional'], 'a message without a tag is taken', async () => {
  const { post } = await openDoor();
  expect((await post(price())).status).toBe(200);
});
