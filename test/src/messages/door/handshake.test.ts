import { createMemoryNonceStore, createEnvelopeAdapter } from '@formwork/adapters';
import { expect, test } from 'vitest';
import { verifiesMessages } from '../verifies-messages.ts';
import {
  AGENT,
  CLIENT,
  openDoor,
  priceAgent,
  readError,
  toMessage,
  toRequest,
} from './open-door.ts';

const card = {
  agent_id: CLIENT,
  name: 'Client',
  version: '1.0.0',
  description: 'Asks.',
  capabilities: ['asking'],
  supported_protocols: ['A2A/1.0'],
};

const toHandshake = (more: object = {}) =>
  toMessage('handshake', { agent_card: { ...card, ...more } });

verifiesMessages(
  [
    'flow.handshake',
    'version.declared',
    'handshake.card-agent-id',
    'handshake.card-name',
    'handshake.card-description',
  ],
  'a handshake is answered by the card of the agent, as the models want it',
  async () => {
    const long = { ...priceAgent, name: 'N'.repeat(300), version: 'first' };
    for (const agent of [priceAgent, long]) {
      const { post, url } = await openDoor({ agent });
      const handshake = toHandshake();
      const { status, message } = await post(handshake);
      expect(status).toBe(200);
      expect(message).toMatchObject({
        message_type: 'handshake_ack',
        correlation_id: handshake.message_id,
        payload: { protocol: 'A2A/1.0' },
      });
      const own = message?.payload['agent_card'] as Record<string, string & readonly string[]>;
      expect(own).toMatchObject({
        agent_id: AGENT,
        version: agent === long ? '0.0.0' : '2.1.0',
        supported_protocols: ['A2A/1.0'],
        schema_versions: ['1.0.0'],
        metadata: { agent_version: agent.version, endpoint: `${url}/messages` },
      });
      expect(own['capabilities']).toEqual(expect.arrayContaining(['get_price', 'price_query']));
      expect(own['agent_id']?.length).toBeGreaterThanOrEqual(3);
      expect(own['agent_id']?.length).toBeLessThanOrEqual(128);
      expect(own['name']?.length).toBeGreaterThanOrEqual(1);
      expect(own['name']?.length).toBeLessThanOrEqual(100);
      expect(own['description']?.length).toBeLessThanOrEqual(500);
    }
  },
);

verifiesMessages(
  ['version.meaning', 'version.declared'],
  'minor versions are understood, other major ones are not',
  async () => {
    const { post } = await openDoor();
    const agreed = [
      [{ schema_versions: ['1.1.0', '1.0.0'] }, { protocol: 'A2A/1.0', schema_version: '1.0.0' }],
      [{ schema_versions: ['2.0.0', '1.4.2'] }, { protocol: 'A2A/1.0', schema_version: '1.4.2' }],
      [{ supported_protocols: ['A2A/2.0', 'A2A/1.1'] }, { protocol: 'A2A/1.1' }],
      [{ metadata: { schema_versions: ['1.0.3'] } }, { schema_version: '1.0.3' }],
    ] as const;
    for (const [more, expected] of agreed) {
      expect((await post(toHandshake(more))).message?.payload).toMatchObject(expected);
    }
    const refused = [
      { schema_versions: ['2.0.0'] },
      { schema_versions: ['0.9.0', '10.0.0'] },
      { supported_protocols: ['A2A/2.0'] },
      { supported_protocols: ['A2B/1.0', 'A2A/10.0', '1.0'] },
    ];
    for (const more of refused) {
      const answered = await post(toHandshake(more));
      expect([answered.status, answered.message?.message_type]).toEqual([422, 'error']);
      expect(readError(answered)).toMatchObject({
        code: 'VALIDATION_FAILED',
        details: { supported_protocols: ['A2A/1.0'], schema_versions: ['1.0.0'] },
      });
    }
  },
);

test('a card of somebody else is no introduction', async () => {
  const { post } = await openDoor();
  const answered = await post(toHandshake({ agent_id: 'somebody-else' }));
  expect(readError(answered)['message']).toContain('agent_card.agent_id must be the sender_id');
});

verifiesMessages(
  ['flow.goodbye', 'error.codes.FORBIDDEN'],
  'goodbye is not answered, and ends what the handshake began',
  async () => {
    const { post, send } = await openDoor({ requireHandshake: true });
    const refused = await post(toRequest('echo'));
    expect([refused.status, readError(refused)['code']]).toEqual([403, 'FORBIDDEN']);
    await post(toHandshake());
    expect((await post(toRequest('echo'))).status).toBe(200);
    expect((await post({ ...toRequest('echo'), sender_id: 'somebody-else' })).status).toBe(403);
    const goodbye = await send('goodbye', { reason: 'Enough.' });
    expect([goodbye.status, goodbye.message]).toEqual([204, undefined]);
    expect((await post(toRequest('echo'))).status).toBe(403);
    expect((await send('goodbye', {})).status).toBe(204);
  },
);

test('options are checked by name before a server is there', () => {
  const wrong: readonly (readonly [object, string])[] = [
    [{ agentId: 'x' }, 'agentId must be 3 to 128 letters'],
    [{ path: 'messages' }, 'path must be a path'],
    [{ requireTags: true }, 'requireTags must stand beside keys'],
    [{ keys: { [CLIENT]: 'no key' } }, CLIENT],
    [{ keys: 7 }, 'keys must be public keys'],
    [{ waitMs: -1 }, 'waitMs must be an integer from 0'],
    [{ announceSelf: true, discover: () => ({ agents: [], totalCount: 0 }) }, 'announceSelf'],
    [{ nonce: createMemoryNonceStore() }, 'did you mean "nonces"?'],
  ];
  for (const [options, text] of wrong) expect(() => createEnvelopeAdapter(options)).toThrow(text);
});
