// Not over every binding: the people door is an HTTP API of its own.
import { connect, QuestionError } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import {
  createPeopleAdapter,
  type NotifyOptions,
  type QuestionWebhookBody,
} from '@formwork/people';
import { createPeopleClient, type PeopleClient, type QuestionView } from '@formwork/people/client';
import { createMemoryRecords } from '@formwork/runtime';
import { createApiKeyAuthentication } from '@formwork/server';
import { decrypt } from 'http_ece';
import { createECDH, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WAIT_LIMIT } from '../support/limits.ts';
import { startServer } from '../support/start-server.ts';
import { onTestFinished } from '../support/test-end.ts';

const APPROVAL = {
  type: 'object',
  properties: { approved: { type: 'boolean' } },
  required: ['approved'],
} as const;

const agent = defineAgent({
  name: 'Expenses',
  version: '1.0.0',
  skills: [
    defineSkill({
      id: 'spend',
      name: 'Spend',
      description: 'Spends money once somebody approves.',
      tags: [],
      input: {
        amount: {
          type: 'object',
          properties: {
            total: { type: 'number' },
            pin: { type: 'integer', writeOnly: true },
            note: { type: 'string' },
          },
        },
      },
      async run({ input, task }) {
        const { approved } = await task.ask(`Approve ${input.total}?`, {
          schema: APPROVAL,
          to: ['role:approver', 'user:eve'],
          about: input,
          fourEyes: true,
          dueInMs: 60_000,
        });
        return approved ? 'spent' : 'kept';
      },
    }),
  ],
});

const KEYS = {
  'key-of-ada': { id: 'ada', scopes: ['role:approver'] },
  'key-of-kim': { id: 'kim', scopes: ['role:approver'] },
  'key-of-lee': { id: 'lee', scopes: ['role:approver'] },
  'key-of-eve': { id: 'eve', scopes: [] },
  'key-of-bob': { id: 'bob', scopes: [] },
};

interface Office {
  readonly url: string;
  readonly logged: readonly string[];
  readonly people: (name: string) => PeopleClient;
  /** Spends money on behalf of a person, and returns the id of the task that waits. */
  readonly spend: (name: string, total: number, rest?: object) => Promise<string>;
  readonly stateOf: (taskId: string) => Promise<string>;
}

async function startOffice(notify: NotifyOptions = {}): Promise<Office> {
  const { url, logged } = await startServer(agent, {
    adapters: [createPeopleAdapter({ notify, records: createMemoryRecords() })],
    authenticate: createApiKeyAuthentication({ keys: KEYS }),
    requireAuthentication: true,
  });
  const clientOf = (key: string | undefined): PeopleClient =>
    createPeopleClient({
      send: (path, init) => {
        const headers = new Headers(init.headers);
        if (key !== undefined) headers.set('x-api-key', key);
        return fetch(`${url}/people${path}`, { ...init, headers });
      },
    });
  const connectAs = (name: string) =>
    connect(url, { headers: { 'x-api-key': `key-of-${name}` }, cardTimeoutMs: WAIT_LIMIT });
  return {
    url,
    logged,
    people: (name) => clientOf(name === '' ? undefined : `key-of-${name}`),
    async spend(name, total, rest = {}) {
      const remote = await connectAs(name);
      const call = remote.skill('spend').call({ total, ...rest }, { waitForOthers: false });
      const error = await call.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      return error instanceof QuestionError ? error.taskId : String(error);
    },
    async stateOf(taskId) {
      const { state } = await clientOf('key-of-ada').getTask(taskId);
      return state;
    },
  };
}

/** The requests that a receiver has got. */
interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

async function startReceiver(
  status: () => number,
): Promise<{ readonly url: string; readonly received: Received[] }> {
  const received: Received[] = [];
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(status()).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}

function need<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new TypeError('The test needs a value');
  return value;
}

const answerOf = (question: QuestionView, approved: unknown = true) => ({
  question: question.question,
  data: { approved },
  messageId: randomUUID(),
});

test('a question is found, taken, handed over and answered by those that it is given to', async () => {
  const { people, spend, stateOf } = await startOffice();
  const taskId = await spend('ada', 12);
  const { questions } = await people('kim').listInbox();
  const question = need(questions[0]);
  expect(question).toMatchObject({
    taskId,
    prompt: 'Approve 12?',
    about: { total: 12 },
    skillId: 'spend',
    askedFor: 'ada',
    isOwn: false,
    isFormRefused: false,
    to: ['role:approver', 'user:eve'],
  });
  // Ada has the role, but asks herself; Bob has nothing to do with it; strangers have no inbox.
  for (const name of ['ada', 'bob']) {
    expect((await people(name).listInbox()).questions).toEqual([]);
  }
  await expect(people('bob').readQuestion(taskId)).rejects.toMatchObject({ status: 404 });
  await expect(people('').listInbox()).rejects.toMatchObject({ status: 401 });
  await expect(people('ada').answer(taskId, answerOf(question))).rejects.toMatchObject({
    code: 'FOUR_EYES',
  });
  await people('kim').claim(taskId);
  await expect(people('lee').answer(taskId, answerOf(question))).rejects.toMatchObject({
    code: 'QUESTION_CLAIMED',
    status: 409,
  });
  expect((await people('lee').listInbox()).questions).toMatchObject([{ claimedBy: 'kim' }]);
  for (const to of [['nobody'], { toString: 1 }, null]) {
    const given = people('kim').handOver(taskId, to as readonly string[]);
    await expect(given).rejects.toMatchObject({ status: 400 });
  }
  await people('kim').handOver(taskId, ['user:bob']);
  expect((await people('kim').listInbox()).questions).toEqual([]);
  const wrong = people('bob').answer(taskId, answerOf(question, 'yes'));
  await expect(wrong).rejects.toMatchObject({ code: 'ANSWER_INVALID' });
  await expect(wrong).rejects.toThrow('approved: must be boolean');
  // The history of who asked tells that there is nothing to do but wait.
  expect((await people('ada').listTasks()).tasks).toMatchObject([
    { id: taskId, state: 'input-required', isForOthers: true },
  ]);
  await people('bob').answer(taskId, answerOf(question));
  await expect.poll(() => stateOf(taskId), { interval: 20 }).toBe('completed');
  expect((await people('ada').listTasks()).tasks[0]).not.toHaveProperty('isForOthers');
});

test('a long inbox is read page by page', async () => {
  const { people, spend } = await startOffice();
  const ids = await Promise.all(Array.from({ length: 51 }, (_, total) => spend('ada', total)));
  const first = await people('kim').listInbox();
  expect(first.questions).toHaveLength(50);
  const pageToken = need(first.nextPageToken);
  const second = await people('kim').listInbox({ pageToken });
  const questions = [...first.questions, ...second.questions];
  expect(questions.map(({ taskId }) => taskId).toSorted()).toEqual(ids.toSorted());
  const places = questions.map(({ askedAt, taskId }) => `${askedAt} ${taskId}`);
  expect(places).toEqual(places.toSorted());
  expect(second).toMatchObject({ hasMore: false });
  await expect(people('kim').listInbox({ pageToken: 'x' })).rejects.toMatchObject({ status: 400 });
});

test('a list is sent again only if it has changed, without what is large, and never with secrets', async () => {
  const { people, spend, url } = await startOffice();
  const note = 'long '.repeat(1_000);
  const long = await spend('ada', 1, { note });
  await spend('ada', 2, { pin: 4711, note: 'the PIN is 4711' });
  const kim = people('kim');
  const list = await kim.listInbox();
  expect(list.questions.map(({ about, aboutBytes }) => [about, aboutBytes])).toEqual([
    [undefined, JSON.stringify({ total: 1, note }).length],
    [{ total: 2, pin: '[secret]', note: 'the PIN is [secret]' }, undefined],
  ]);
  expect(await kim.readQuestion(long)).toMatchObject({ about: { total: 1, note } });
  expect(await kim.listInbox()).toBe(list);
  const headers = { 'x-api-key': 'key-of-kim' };
  const first = await fetch(`${url}/people/inbox`, { headers });
  const tag = first.headers.get('etag') ?? '';
  const ask = async (condition: string): Promise<readonly [number, string]> => {
    const response = await fetch(`${url}/people/inbox`, {
      headers: { ...headers, 'if-none-match': condition },
    });
    return [response.status, await response.text()];
  };
  expect(await ask(`"x", W/${tag}`)).toEqual([304, '']);
  await kim.claim(long);
  expect((await ask(tag))[0]).toBe(200);
  expect((await kim.listInbox()).questions).toMatchObject([{ claimedBy: 'kim' }, {}]);
  const both = { question: 0, data: { approved: true }, text: 'yes', messageId: randomUUID() };
  await expect(kim.answer(long, both)).rejects.toMatchObject({ status: 400 });
});

test('of two approvers who answer at once, one wins and the other is told', async () => {
  const { people, spend } = await startOffice();
  const taskId = await spend('ada', 1);
  const question = await people('kim').readQuestion(taskId);
  const answers = await Promise.allSettled(
    ['kim', 'lee'].map((name) => people(name).answer(taskId, answerOf(question))),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const lost = answers.find((each) => each.status === 'rejected');
  expect(lost?.reason).toMatchObject({ code: 'NOT_FOUND', status: 404 });
});

test('a webhook tells of a question with a link for each person, which answers it once', async () => {
  let isDown = true;
  const receiver = await startReceiver(() => (isDown ? 503 : 204));
  const secret = 'a-secret-of-the-receiver';
  const { people, spend, stateOf, url } = await startOffice({
    everyMs: 20,
    webhook: { url: receiver.url, secret },
    findPeople: async (role) => (role === 'approver' ? ['kim', 'ada', 'eve'] : []),
  });
  const taskId = await spend('ada', 3);
  await expect.poll(() => receiver.received.length, { interval: 10 }).toBe(1);
  isDown = false;
  const { headers, body } = need(receiver.received[0]);
  const ids = ['webhook-id', 'webhook-timestamp'].map((name) => String(headers[name]));
  const signed = [...ids, body.toString()].join('.');
  const mac = createHmac('sha256', secret).update(signed).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${mac}`);
  const told = JSON.parse(body.toString()) as QuestionWebhookBody;
  expect(told).toMatchObject({
    type: 'question.asked',
    agent: 'Expenses',
    taskId,
    skillId: 'spend',
    prompt: 'Approve 3?',
    askedFor: 'ada',
    to: ['role:approver', 'user:eve'],
    link: `${url}/#view=inbox&task=${taskId}`,
  });
  expect(told.people.map(({ id }) => id)).toEqual(['kim', 'ada', 'eve']);
  const tokens = new Map(told.people.map(({ id, link }) => [id, link.split('token=')[1] ?? '']));
  const stranger = people('');
  const token = tokens.get('kim') ?? '';
  const question = await stranger.readLinkedQuestion(token);
  expect(question).toMatchObject({ prompt: 'Approve 3?', about: { total: 3 }, person: 'kim' });
  // A link is for one person, one question and some time; nothing else can be made of it.
  const [payload = '', mac64 = ''] = token.split('.');
  const fields = JSON.parse(Buffer.from(payload, 'base64url').toString()) as unknown[];
  const forged = Buffer.from(JSON.stringify([...fields.slice(0, 2), 'lee'])).toString('base64url');
  for (const wrong of ['', 'x', `${forged}.${mac64}`, `${payload}.`, payload, `${token}.x`]) {
    await expect(stranger.readLinkedQuestion(wrong)).rejects.toMatchObject({
      status: 404,
    });
  }
  // Four eyes: a link does not let the caller of the task answer, either.
  await expect(
    stranger.answerLinked(tokens.get('ada') ?? '', answerOf(question)),
  ).rejects.toMatchObject({ code: 'FOUR_EYES' });
  const answer = answerOf(question);
  await stranger.answerLinked(token, answer);
  await expect.poll(() => stateOf(taskId), { interval: 20 }).toBe('completed');
  for (const name of ['kim', 'eve']) {
    await expect(
      stranger.answerLinked(tokens.get(name) ?? '', answerOf(question)),
    ).rejects.toMatchObject({ status: 404 });
    await expect(stranger.readLinkedQuestion(tokens.get(name) ?? '')).rejects.toMatchObject({
      status: 404,
    });
  }
});

test('people in place of their ids get no links, and the log says the right line', async () => {
  const receiver = await startReceiver(() => 204);
  const { spend, logged } = await startOffice({
    everyMs: 20,
    webhook: { url: receiver.url, secret: 'a-secret-of-the-receiver' },
    // Programs in JavaScript have no types.
    findPeople: async () => [{ id: 'kim', mail: 'kim@example.com' }] as never,
  });
  await spend('ada', 3);
  await expect
    .poll(() => logged.join('\n'), { interval: 10 })
    .toContain(
      'findPeople must return a list of their ids, such as (await findMembers(role)).map(({ id }) => id): current value is a list with object',
    );
  expect(logged.join('\n')).not.toContain('kim@example.com');
  expect(receiver.received).toEqual([]);
});

test('browsers of all people at an address are told by Web Push, encrypted, without the question', async () => {
  let status = 201;
  const service = await startReceiver(() => status);
  // The webhook hears of a question after the browsers have.
  const last = await startReceiver(() => 204);
  const { people, spend } = await startOffice({
    everyMs: 20,
    webPush: { contact: 'mailto:ops@example.com' },
    webhook: { url: last.url, secret: 'a-secret-of-the-receiver' },
    allowPrivateAddresses: true,
  });
  let asked = 0;
  async function askAndTell(total: number): Promise<string> {
    const id = await spend('ada', total);
    asked += 1;
    await expect.poll(() => last.received.length, { interval: 10 }).toBe(asked);
    return id;
  }
  const ecdh = createECDH('prime256v1');
  const p256dh = ecdh.generateKeys('base64url');
  const auth = randomBytes(16);
  const keys = { p256dh, auth: auth.toString('base64url') };
  const subscription = { endpoint: service.url, keys };
  expect(Buffer.from(await people('kim').getPushKey(), 'base64url')).toHaveLength(65);
  await expect(people('kim').subscribe({ endpoint: 'no' })).rejects.toMatchObject({ status: 400 });
  await people('kim').subscribe(subscription);
  await people('bob').subscribe({ ...subscription, endpoint: `${service.url}-of-bob` });
  const taskId = await askAndTell(7);
  expect(service.received).toHaveLength(1);
  const { headers, body } = need(service.received[0]);
  expect(headers['authorization']).toMatch(/^vapid t=.+, k=/u);
  const text = decrypt(body, {
    version: 'aes128gcm',
    privateKey: ecdh,
    authSecret: auth.toString('base64url'),
  }).toString();
  expect(JSON.parse(text)).toMatchObject({ kind: 'asked', task: taskId });
  expect(text).not.toContain('Approve');
  // A push service says that a subscription has ended; it is told no more.
  status = 410;
  await askAndTell(8);
  expect(service.received).toHaveLength(2);
  status = 201;
  await askAndTell(9);
  expect(service.received).toHaveLength(2);
  await people('kim').subscribe(subscription);
  await people('kim').unsubscribe(service.url);
  await askAndTell(10);
  expect(service.received).toHaveLength(2);
  // Whoever is subscribed again is told of the next question, and of no other.
  await people('kim').subscribe(subscription);
  await askAndTell(11);
  expect(service.received).toHaveLength(3);
});
