import {
  createEnvelope,
  createSentMessages,
  findCorrelationProblem,
  type Envelope,
  type MessageType,
} from '@formwork/adapters';
import { expect, test } from 'vitest';
import { createGate } from '../../support/gate.ts';
import { verifiesMessages } from '../verifies-messages.ts';
import { AGENT, CLIENT, openDoor, readError, toMessage, toRequest } from './open-door.ts';

const toQuestion = (type: MessageType, recipient: string = CLIENT): Envelope =>
  createEnvelope({ type, sender: AGENT, recipient });
const success = { status: 'success', data: {} };
const failure = { error: { code: 'INTERNAL_ERROR', message: 'It failed.' } };

function toAnswer(type: MessageType, payload: object, correlationId: string): Envelope {
  return { ...toMessage(type, payload), correlation_id: correlationId };
}

verifiesMessages(
  ['check.correlation', 'response.matches-request', 'base.correlation-links'],
  'an answer has to answer what was sent, to whom it was sent, and once',
  async () => {
    const sent = createSentMessages();
    const taken: Envelope[] = [];
    const { post } = await openDoor({ sent, onAnswer: (answer) => taken.push(answer) });
    const request = toQuestion('request');
    await sent.note(request);
    await sent.note(toQuestion('goodbye'));
    const elsewhere = toQuestion('request', 'somebody-else');
    await sent.note(elsewhere);

    const nothing = await post(toAnswer('response', success, crypto.randomUUID()));
    expect([nothing.status, readError(nothing)['code']]).toEqual([422, 'VALIDATION_FAILED']);
    const wrong = [
      toAnswer('handshake_ack', {}, request.message_id),
      { ...toAnswer('response', success, request.message_id), sender_id: 'somebody-else' },
      toAnswer('response', success, elsewhere.message_id),
      toAnswer('error', failure, crypto.randomUUID()),
    ];
    for (const answer of wrong) expect((await post(answer)).status).toBe(422);
    expect(taken).toEqual([]);

    const answer = toAnswer('response', success, request.message_id);
    expect((await post(answer)).status).toBe(204);
    expect((await post(answer)).status).toBe(204);
    const second = await post(toAnswer('response', success, request.message_id));
    expect(readError(second)['message']).toContain('was not answered yet');
    expect(taken.map(({ message_id: id }) => id)).toEqual([answer.message_id, answer.message_id]);
  },
);

verifiesMessages(
  ['check.correlation', 'flow.handshake', 'flow.discover', 'announcement.matches-query'],
  'handshake_ack and agent_announcement answer their own kind of message only',
  async () => {
    const sent = createSentMessages();
    const { post } = await openDoor({ sent });
    const handshake = toQuestion('handshake');
    const query = toQuestion('discover_agents', 'registry');
    await sent.note(handshake);
    await sent.note(query);
    const announce = (id: string) => ({
      ...toAnswer('agent_announcement', { agents: [], total_count: 0 }, id),
      sender_id: 'registry',
    });
    expect((await post(announce(handshake.message_id))).status).toBe(422);
    expect((await post(toAnswer('handshake_ack', {}, query.message_id))).status).toBe(422);
    expect((await post(announce(query.message_id))).status).toBe(204);
    expect((await post(toAnswer('handshake_ack', {}, handshake.message_id))).status).toBe(204);
  },
);

verifiesMessages(
  ['flow.error', 'error.caused-by'],
  'an error may answer whatever this agent said, its answers included',
  async () => {
    const { post, logged } = await openDoor();
    const response = await post(toRequest('echo'));
    const id = response.message?.message_id ?? '';
    expect((await post(toAnswer('error', failure, id))).status).toBe(204);
    expect(logged.join('\n')).toContain('It failed.');
    const stranger = { ...toAnswer('error', failure, id), sender_id: 'somebody-else' };
    expect((await post(stranger)).status).toBe(422);
  },
);

test('answers to what was not admitted are not remembered, because anybody could fill the records', async () => {
  const own = createSentMessages();
  const noted: string[] = [];
  const sent = {
    ...own,
    note(envelope: Envelope) {
      noted.push(envelope.message_type);
      return own.note(envelope);
    },
  };
  const { post } = await openDoor({ sent });
  const refused = [
    'no JSON',
    { message_type: 'request' },
    { ...toRequest('echo'), recipient_id: 'somebody-else' },
    { ...toRequest('echo'), timestamp: new Date(0).toISOString() },
  ];
  for (const body of refused) expect((await post(body)).status).toBeGreaterThanOrEqual(400);
  expect(noted).toEqual([]);
  await post(toRequest('echo'));
  await post(toRequest('unknown'));
  expect(noted).toEqual(['response', 'response']);
});

test.each([
  { kind: 'an answer', accept: 'application/json', method: 'echo', status: 200 },
  { kind: 'an error', accept: 'application/json', method: 'unknown', status: 405 },
  { kind: 'a stream', accept: 'text/event-stream', method: 'echo', status: 200 },
])('$kind is remembered before it is sent', async ({ accept, method, status }) => {
  const own = createSentMessages();
  const noting = createGate();
  const release = createGate();
  const sent = {
    ...own,
    async note(envelope: Envelope): Promise<void> {
      noting.open();
      await release.opened;
      await own.note(envelope);
    },
  };
  const { url } = await openDoor({ sent });
  const state = { isAnswered: false };
  const answer = fetch(`${url}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: JSON.stringify(toRequest(method)),
  }).then((response) => {
    state.isAnswered = true;
    return response;
  });
  await noting.opened;
  // What was sent meanwhile would come before the answers to these.
  for (let turn = 0; turn < 5; turn += 1) await (await fetch(`${url}/healthz`)).text();
  expect(state.isAnswered).toBe(false);
  release.open();
  const response = await answer;
  expect(response.status).toBe(status);
  await response.text();
});

test('callers judge what they get by the same rules', () => {
  const request = toRequest('echo');
  const answer = createEnvelope({
    type: 'response',
    sender: AGENT,
    recipient: CLIENT,
    correlationId: request.message_id,
    payload: success,
  });
  expect(findCorrelationProblem(request, answer)).toBeUndefined();
  const wrong: readonly (readonly [Partial<Envelope>, string])[] = [
    [{ message_type: 'request' }, 'message_type must be one that answers'],
    [{ correlation_id: null }, 'correlation_id must be'],
    [{ message_type: 'handshake_ack' }, 'must answer a handshake'],
    [{ recipient_id: 'somebody-else' }, 'recipient_id must be who asked'],
    [{ sender_id: 'somebody-else' }, 'sender_id must be who was asked'],
  ];
  for (const [more, text] of wrong) {
    expect(findCorrelationProblem(request, { ...answer, ...more })).toContain(text);
  }
});

test('the oldest messages are forgotten first', async () => {
  const sent = createSentMessages({ limit: 2 });
  const questions = [toQuestion('request'), toQuestion('request'), toQuestion('request')];
  for (const question of questions) await sent.note(question);
  const verdicts = await Promise.all(
    questions.map(({ message_id: id }) => sent.settle(toAnswer('response', success, id))),
  );
  expect(verdicts.map((problem) => problem === undefined)).toEqual([false, true, true]);
});
