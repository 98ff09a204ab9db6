import { FOLLOW_UP_FORMS_EXTENSION_URI, type QuestionAssignment } from '@formwork/core';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { answerFor } from '../operator/answer-for.ts';
import { findTaskSummary } from '../operator/change-task.ts';
import { answerTask } from '../protocol/answer-task.ts';
import { createAssignment } from '../runner/give-question.ts';
import type { Scope } from '../scope.ts';
import { ADA, approve, EVE, KIM, LEE, openOffice } from '../testing/open-office.ts';
import { getTask, need, readLog, textMessage } from '../testing/samples.ts';
import { startRunner } from '../testing/start-runner.ts';
import { giveAnswer } from './inbox-answer.ts';

test('a question reaches the people that it is given to, and nobody else', async () => {
  const { inbox, begin, stateOf, engine } = await openOffice();
  const taskId = await begin({ to: 'role:approver', about: { total: 1204 }, dueInMs: 60_000 });
  for (const person of [KIM, LEE]) {
    const { questions, nextPageToken } = await inbox.list(person);
    expect(nextPageToken).toBeUndefined();
    expect(questions).toMatchObject([
      { taskId, prompt: 'Approve?', about: { total: 1204 }, skillId: 'spend', askedFor: 'ada' },
    ]);
    expect(questions[0]).toMatchObject({ isOwn: false, isOverdue: false, to: ['role:approver'] });
    expect(questions[0]?.dueAt).toBe('2026-01-01T00:01:00.000Z');
  }
  for (const person of [ADA, EVE]) {
    expect((await inbox.list(person)).questions).toEqual([]);
    for (const call of [
      () => inbox.read(person, taskId),
      () => inbox.claim(person, taskId),
      () => inbox.release(person, taskId),
      () => inbox.handOver(person, taskId, ['user:eve']),
      () => inbox.answer(person, taskId, approve()),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'QUESTION_NOT_FOUND' });
    }
  }
  const wrong = inbox.answer(KIM, taskId, { ...approve(), data: { approved: 'yes' } });
  await expect(wrong).rejects.toMatchObject({ code: 'ANSWER_INVALID', problems: [{}] });
  const answer = approve();
  await inbox.answer(KIM, taskId, answer);
  await expect.poll(() => stateOf(taskId), { interval: 5 }).toBe('completed');
  await expect(inbox.answer(LEE, taskId, approve())).rejects.toMatchObject({
    code: 'QUESTION_NOT_FOUND',
  });
  const log = await readLog(engine, { scope: 'user:ada' as Scope, taskId });
  const said = log.find(({ event }) => event.kind === 'message');
  expect(said?.event).toMatchObject({
    message: { metadata: { [FOLLOW_UP_FORMS_EXTENSION_URI]: { question: 0, answeredBy: 'kim' } } },
  });
  expect((await inbox.list(KIM)).questions).toEqual([]);
});

test('of two people who take or answer a question at once, one wins and the other is told', async () => {
  const { inbox, begin, stateOf } = await openOffice();
  const taken = await begin({ to: ['role:approver', { id: 'ada' }] });
  const claims = await Promise.allSettled([KIM, LEE].map((who) => inbox.claim(who, taken)));
  const winner = claims[0]?.status === 'fulfilled' ? KIM : LEE;
  const loser = winner === KIM ? LEE : KIM;
  expect(claims.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(inbox.answer(loser, taken, approve())).rejects.toMatchObject({
    code: 'QUESTION_CLAIMED',
    claimedBy: winner.id,
  });
  expect((await inbox.list(loser)).questions).toMatchObject([{ claimedBy: winner.id }]);
  await expect(inbox.claim(loser, taken)).rejects.toThrow(
    `Cannot take the question because ${winner.id}`,
  );
  await expect(inbox.release(loser, taken)).rejects.toThrow(
    'Cannot give back the question because',
  );
  await inbox.release(winner, taken);
  await inbox.claim(loser, taken);
  await inbox.handOver(loser, taken, ['user:eve']);
  await expect(inbox.answer(loser, taken, approve())).rejects.toThrow('Cannot find an open');
  await inbox.answer(EVE, taken, approve());
  await expect.poll(() => stateOf(taken), { interval: 5 }).toBe('completed');

  const open = await begin({ to: 'role:approver' });
  const answers = await Promise.allSettled(
    [KIM, LEE].map((who) => inbox.answer(who, open, approve())),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('taking a question and giving it back stores the change alone, and the question stays whole', async () => {
  const { inbox, begin, stateOf, engine } = await openOffice();
  const about = { offer: 'x'.repeat(50_000) };
  const taskId = await begin({ to: 'role:approver', about });
  const scope = 'user:ada' as Scope;
  const stored = await engine.countBytes(scope);
  for (let pair = 0; pair < 20; pair += 1) {
    expect(await inbox.claim(KIM, taskId)).toMatchObject({ about, claimedBy: 'kim' });
    expect((await inbox.release(KIM, taskId)).about).toEqual(about);
  }
  expect(await engine.countBytes(scope)).toBeLessThan(stored + about.offer.length);
  await inbox.answer(LEE, taskId, approve());
  await expect.poll(() => stateOf(taskId), { interval: 5 }).toBe('completed');
});

test('an inbox is read page by page, with own questions and those of others, each once', async () => {
  const { inbox, begin, advance } = await openOffice();
  const ids: string[] = [];
  for (const owner of ['ada', 'ada', 'kim', 'kim', 'ada']) {
    ids.push(await begin({ to: ['role:approver', 'user:kim'] }, owner));
    advance(1);
  }
  await begin({ to: 'user:lee' }, 'kim');
  const found: string[] = [];
  let pages = 0;
  for (let next: string | undefined = ''; next !== undefined; pages += 1) {
    const token: { pageToken?: string } = next === '' ? {} : { pageToken: next };
    const page = await inbox.list(KIM, { pageSize: 2, ...token });
    found.push(...page.questions.map(({ taskId }) => taskId));
    next = page.nextPageToken;
  }
  expect(found.toSorted()).toEqual(ids.toSorted());
  expect(pages).toBe(3);
  for (const wrong of ['x', 'WzFd', Buffer.from('["x y"]').toString('base64url')]) {
    await expect(inbox.list(KIM, { pageToken: wrong })).rejects.toMatchObject({
      code: 'PAGE_TOKEN_INVALID',
    });
  }
});

test('an inbox has what was asked first before all else, over pages that change meanwhile', async () => {
  const { engine, inbox, begin, beginOwn, advance } = await openOffice();
  const ids: string[] = [];
  for (const kind of [
    'own',
    'given',
    'own',
    'own to all',
    'hidden',
    'given',
    'own',
    'given',
    'own',
  ]) {
    const to = kind === 'hidden' ? 'user:lee' : 'role:approver';
    const owner = kind === 'given' ? 'ada' : 'kim';
    ids.push(await (kind === 'own' ? beginOwn(owner) : begin({ to }, owner)));
    // Some are asked at the same time.
    if (ids.length % 4 === 0) advance(1);
  }
  const groups = [ids.slice(0, 4), ids.slice(4, 8), ids.slice(8)];
  const order = groups.flatMap((group) => group.toSorted()).filter((id) => id !== ids[4]);
  const read = async (pageSize: number, pageToken?: string) => {
    const page = await inbox.list(KIM, { pageSize, ...(pageToken !== undefined && { pageToken }) });
    return { found: page.questions.map(({ taskId }) => taskId), next: page.nextPageToken };
  };
  expect(await read(100)).toEqual({ found: order, next: undefined });
  // Who takes a question asks it again; it keeps its place.
  await inbox.claim(LEE, need(ids[1]));
  const first = await read(3);
  expect(first.found).toEqual(order.slice(0, 3));
  advance(1);
  const added = [await beginOwn('kim'), await begin({ to: 'user:kim' })];
  await engine.cancel('user:kim' as Scope, need(ids[0]));
  await Promise.all(order.slice(2, 4).map(async (id) => engine.delete(await findScope(id), id)));
  const rest: string[] = [];
  for (let next = first.next; next !== undefined;) {
    const page = await read(3, next);
    rest.push(...page.found);
    ({ next } = page);
  }
  expect(rest).toEqual([...order.slice(4), ...added.toSorted()].filter((id) => id !== ids[0]));

  async function findScope(taskId: string): Promise<Scope> {
    return need(await engine.findScope(taskId));
  }
});

test('what a person is not shown in an inbox hides nothing that follows, and no page reads without end', async () => {
  const { inbox, begin, beginOwn, advance } = await openOffice();
  const hidden = [];
  for (let count = 0; count < 5; count += 1) hidden.push(await begin({ to: 'user:lee' }, 'kim'));
  const { questions, nextPageToken } = await inbox.list(KIM, { pageSize: 1 });
  expect(questions).toEqual([]);
  advance(1);
  const shown = await beginOwn('kim');
  const next = await inbox.list(KIM, { pageSize: 1, pageToken: need(nextPageToken) });
  expect(next.questions).toMatchObject([{ taskId: shown }]);
  expect((await inbox.list(KIM, { pageSize: 3 })).questions).toEqual(next.questions);
  expect((await inbox.list(LEE, { pageSize: 5 })).questions).toHaveLength(hidden.length);
});

test('an answer that is sent again counts once, and a claim between two reads does not lose it', async () => {
  const { engine, inbox, begin, stateOf } = await openOffice();
  const taskId = await begin({ to: 'role:approver' });
  const before = await getTask(engine, { scope: 'user:ada' as Scope, taskId });
  await inbox.claim(KIM, taskId);
  const message = { ...textMessage('{"approved":true}'), taskId };
  const author = { kind: 'caller', principal: KIM } as const;
  await answerTask(before, message, {
    engine,
    claim: undefined,
    idempotencyKey: undefined,
    author,
  });
  await expect.poll(() => stateOf(taskId), { interval: 5 }).toBe('completed');
  const again = await begin({ to: 'role:approver' });
  const answer = approve();
  await Promise.all([inbox.answer(KIM, again, answer), inbox.answer(KIM, again, answer)]);
  await expect.poll(() => stateOf(again), { interval: 5 }).toBe('completed');
  // Its sender does not know that it was taken; others can neither repeat nor change it.
  await inbox.answer(KIM, again, answer);
  for (const [person, changed] of [
    [LEE, answer],
    [KIM, { ...answer, data: { approved: false } }],
  ] as const) {
    await expect(inbox.answer(person, again, changed)).rejects.toMatchObject({
      code: 'QUESTION_NOT_FOUND',
    });
  }
});

test('whoever is slower than another is told that the question has ended, also if the next one is open', async () => {
  const { engine, send, stateOf } = startRunner({
    skill: { run: async (task) => `${await task.ask('First?')} ${await task.ask('Second?')}` },
  });
  const taskId = await send();
  await expect.poll(() => stateOf(taskId)).toBe('input-required');
  const scope = need(await engine.findScope(taskId));
  const person = { id: 'kim', scopes: [], scope };
  const first = await getTask(engine, { scope, taskId });
  const give = () => {
    const answer = { question: 0, text: 'yes', messageId: randomUUID() };
    return giveAnswer(first, { engine, person, answer });
  };
  await give();
  const readNext = async () => (await getTask(engine, { scope, taskId })).statusMessage?.metadata;
  await expect.poll(readNext).toMatchObject({ [FOLLOW_UP_FORMS_EXTENSION_URI]: { question: 1 } });
  // The task was read before the other answer, and is written to after it.
  await expect(give()).rejects.toMatchObject({ code: 'QUESTION_NOT_FOUND' });
  const task = need(await findTaskSummary(engine, taskId));
  const seen = [first];
  const get: typeof engine.get = async (...place) => seen.pop() ?? engine.get(...place);
  const forCaller = { question: 0, value: 'yes', answeredFor: { reason: 'r' } };
  expect(await answerFor({ ...engine, get }, task, forCaller)).toMatchObject({
    kind: 'refused',
    why: 'ended',
  });
  // What is no text is no answer in text, and asks nothing again.
  const { history } = await getTask(engine, { scope, taskId });
  for (const value of [undefined, ' ', 7, { toString: 1 }]) {
    const answer = { question: 1, value, answeredFor: { reason: 'r' } };
    expect(await answerFor(engine, task, answer)).toMatchObject({ kind: 'unfit' });
  }
  expect((await getTask(engine, { scope, taskId })).history).toEqual(history);
});

test('the caller may not answer a question with four eyes, whatever roles they have', async () => {
  const { inbox, begin, engine } = await openOffice();
  const taskId = await begin({ to: 'role:approver', fourEyes: true }, 'kim');
  expect((await inbox.list(KIM)).questions).toEqual([]);
  await expect(inbox.answer(KIM, taskId, approve())).rejects.toMatchObject({ code: 'FOUR_EYES' });
  await expect(inbox.handOver(LEE, taskId, ['user:kim'])).rejects.toMatchObject({
    code: 'FOUR_EYES',
  });
  const scope = 'user:kim' as Scope;
  const direct = answerTask(await getTask(engine, { scope, taskId }), textMessage('{}'), {
    engine,
    claim: undefined,
    idempotencyKey: undefined,
    author: { kind: 'caller', principal: KIM },
  });
  await expect(direct).rejects.toMatchObject({ details: [{ reason: 'FOUR_EYES' }] });
  await inbox.answer(LEE, taskId, approve());
});

test('people, times and what is shown are checked when a question is asked', () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [{ to: [] }, 'to must be 1 to 50 people or roles'],
    [
      { to: 'approver' },
      'to must be "role:" with a role, "user:" with the id of a person, or a principal',
    ],
    [{ dueInMs: 5 }, 'to must be the people who may answer, since dueInMs is given'],
    [{ to: 'user:kim', dueInMs: 0 }, 'dueInMs must be a whole number of milliseconds'],
    [{ to: 'user:kim', dueInMs: 5, remindInMs: 5 }, 'remindInMs must be less than dueInMs (5)'],
    [{ to: 'user:kim', escalateTo: 'user:lee' }, 'dueInMs must be given, since escalateTo is'],
    [{ to: 'user:kim', otherwise: 'no' }, 'dueInMs must be given, since otherwise is'],
    [
      { to: 'user:kim', dueInMs: 5, escalateTo: 'user:lee', otherwise: 'no' },
      'otherwise must be left out, since escalateTo is given',
    ],
    [
      { to: 'user:kim', dueInMs: 5, otherwise: { at: [Number.NaN] } },
      'otherwise must be JSON: current value is NaN at "/at/0"',
    ],
    [{ to: 'user:kim', fourEyes: 'yes' }, 'fourEyes must be true or false'],
    [{ to: 'user:kim', about: Number.NaN }, 'about must be JSON: current value is NaN'],
    [
      { to: 'user:kim', about: { lines: [new Map()] } },
      'about must be JSON: current value is Map at "/lines/0"',
    ],
    [
      { to: 'user:kim', about: 'ä'.repeat(40_000) },
      'about must be at most 65536 bytes of JSON: current value is 80002',
    ],
    [
      { to: ['user:ada', { id: 'ada' }], fourEyes: true },
      'to must be somebody else than the caller of the task, since fourEyes is given: current value is "user:ada"',
    ],
  ];
  for (const [request, text] of cases) {
    expect(() => createAssignment(request as QuestionAssignment, ADA)).toThrow(text);
  }
  const later = { to: 'user:ada', fourEyes: true, dueInMs: 5, escalateTo: 'role:boss' } as const;
  expect(createAssignment(later, ADA)).toMatchObject({
    to: ['user:ada'],
    escalateTo: ['role:boss'],
  });
});
