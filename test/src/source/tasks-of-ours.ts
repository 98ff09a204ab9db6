import type { ExchangeEvent, SourceMessage, SourceEvent } from '@formwork/client';
import { demoAgent } from '@formwork/demo';
import { expect, test } from 'vitest';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { collect } from '../support/event-stream.ts';
import { createPieceAgent } from '../support/piece-agent.ts';
import { startServer } from '../support/start-server.ts';
import type { OpenSource } from './open-source.ts';
import { createWaitingAgent } from './source-agents.ts';
import {
  end,
  fight,
  input,
  newId,
  only,
  plan,
  startMoved,
  text,
  isSent,
} from './source-messages.ts';

/** Declares the tests of an `AgentSource` with tasks of Formwork's agents. */
export function testTasks(open: OpenSource): void {
  test('sends input and gives the result, with what went over the wire', async () => {
    const { url } = await startServer(demoAgent);
    const events = await collect((await open(url)).send(fight()));
    const result = only(events, 'result');
    expect(result).toMatchObject({
      schema: 'fightResponse',
      data: { winner: 'Lion' },
      problems: [],
      contextId: expect.stringMatching(/./u) as string,
    });
    const begun = events.find(({ kind }) => kind === 'progress');
    expect(begun).toMatchObject({ taskId: result.taskId });
    const exchanges = events.filter((event): event is ExchangeEvent => event.kind === 'exchange');
    expect(exchanges[0]).toMatchObject({ direction: 'sent', method: 'POST' });
    expect(exchanges[0]?.body).toContain('fightComparison');
    expect(exchanges.at(-1)).toMatchObject({ direction: 'received', status: 200 });
    expect(exchanges.at(-1)?.body).toContain('COMPLETED');
    expect(exchanges.map(({ direction }) => direction)[1]).toBe('received');
  });

  test('the same message is done once', async () => {
    const { url } = await startServer(demoAgent);
    const source = await open(url);
    const message = fight();
    const first = only(await collect(source.send(message)), 'result');
    const again = only(await collect(source.send(message)), 'result');
    expect(again.taskId).toBe(first.taskId);
  });

  test('input that does not fit is a failure with its problems', async () => {
    const { url } = await startServer(demoAgent);
    const message = { ...fight(), data: { a: 'Lion' } };
    expect(await end((await open(url)).send(message))).toMatchObject({
      kind: 'failure',
      code: 'INPUT_INVALID',
      taskId: '',
      problems: [{ pointer: '/b', keyword: 'required' }],
    });
  });

  test.each([
    ['a skill that is none', { skillId: 'nothing' }],
    ['a schema that is none', { schema: 'nothing' }],
  ])('%s is a failure that says what there is', async (_, fields) => {
    const { url } = await startServer(demoAgent);
    expect(await end((await open(url)).send({ ...fight(), ...fields }))).toMatchObject({
      kind: 'failure',
      code: 'SKILL_UNUSABLE',
      message: expect.stringContaining('fight') as string,
    });
  });

  test('a question with a form is answered by a process that knows the task only', async () => {
    const { url } = await startServer(demoAgent);
    const asked = only(await collect((await open(url)).send(plan())), 'question');
    expect(asked.question).toMatchObject({
      prompt: 'How many days do you want to stay?',
      form: { name: 'stay', schema: { type: 'object' } },
      refused: [],
    });
    const answer = { kind: 'answer', messageId: newId(), taskId: asked.taskId } as const;
    const later = await open(url);
    const bad = await end(later.send({ ...answer, skillId: 'plan-trip', answer: { days: 'x' } }));
    expect(bad).toMatchObject({
      kind: 'failure',
      code: 'INPUT_INVALID',
      taskId: asked.taskId,
      problems: [{ pointer: '/days' }],
    });
    const message = { ...answer, skillId: 'plan-trip', answer: { days: 2 } };
    const events = await collect(later.send(message));
    expect(only(events, 'result')).toMatchObject({ problems: [], taskId: asked.taskId });
    expect(JSON.stringify(events.filter(isSent))).not.toContain('mimeType');
    // A caller that does not know whether its answer arrived can send it again, and gets the
    // result.
    expect(only(await collect((await open(url)).send(message)), 'result')).toMatchObject({
      taskId: asked.taskId,
    });
  });

  test('an answer is for its question, and text is answered with text', async () => {
    const { url } = await startServer(createWaitingAgent().agent);
    const source = await open(url);
    const first = only(await collect(source.send(text('hi', 'greet'))), 'question');
    expect(first.question).toMatchObject({ prompt: 'Your first name?', refused: [] });
    expect(first.question.form).toBeUndefined();
    const { taskId, question } = first;
    const reply = (answer: string): SourceMessage => ({
      kind: 'answer',
      messageId: newId(),
      taskId,
      answer,
      ...(question.number !== undefined && { question: question.number }),
    });
    const second = only(await collect(source.send(reply('Ada'))), 'question');
    expect(second.question.prompt).toBe('Your last name?');
    // The answer names the first question, so the second question stays open.
    const still = only(await collect(source.send(reply('Ada'))), 'question');
    expect(still.question).toEqual(second.question);
    const last = { ...reply('Lovelace'), question: second.question.number ?? -1 };
    const result = only(await collect(source.send(last)), 'result');
    expect(result).toMatchObject({ text: 'Hello Ada Lovelace', schema: '', problems: [] });
    expect(result).not.toHaveProperty('data');
  });

  test('a task that waits for a consent goes on', async () => {
    const { agent, letIn } = createWaitingAgent();
    const { url } = await startServer(agent);
    const message = input('inbox', 'box', {});
    const asked = only(await collect((await open(url)).send(message)), 'authorization');
    expect(asked).toMatchObject({
      text: expect.stringContaining('Let me in.') as string,
      url: 'https://mail.example.com/grant',
    });
    const { taskId } = asked;
    const proceed = (question = -1): SourceMessage => ({
      kind: 'proceed',
      messageId: newId(),
      taskId,
      skillId: 'inbox',
      question,
    });
    const next = only(
      await collect((await open(url)).send(proceed(asked.number))),
      'authorization',
    );
    expect(next.number).not.toBe(asked.number);
    letIn();
    // The consent to what was asked first is none to what the task wants now.
    expect(await end((await open(url)).send(proceed(asked.number)))).toEqual(next);
    expect(await end((await open(url)).send(proceed(next.number)))).toMatchObject({
      kind: 'result',
      data: { count: 3 },
      schema: 'mail',
    });
  });

  test('a task can be watched from elsewhere, and stopped', async () => {
    const { url } = await startServer(createWaitingAgent().agent);
    const leaving = new AbortController();
    const seen: SourceEvent[] = [];
    const source = await open(url);
    for await (const event of source.send(input('dig', 'hole', {}), leaving)) {
      seen.push(event);
      if (event.kind === 'progress' && event.fraction === 0.25) leaving.abort();
    }
    const left = seen.at(-1);
    if (left?.kind !== 'failure') throw new Error(`Expected a failure: ${left?.kind}`);
    expect(left).toMatchObject({ code: 'ABORTED' });
    const task = { taskId: left.taskId, skillId: 'dig' };
    expect(task.taskId).not.toBe('');

    const other = await open(url);
    const watched: SourceEvent[] = [];
    for await (const event of other.watch(task)) {
      watched.push(event);
      if (event.kind !== 'progress') continue;
      expect(event).toMatchObject({ text: 'Digging', fraction: 0.25 });
      expect(await end((await open(url)).cancel(task))).toMatchObject({
        kind: 'ended',
        state: 'canceled',
        taskId: task.taskId,
      });
    }
    expect(watched.at(-1)).toMatchObject({ kind: 'ended', state: 'canceled' });
    // Canceling a task that has ended returns how it ended.
    expect(await end(other.cancel(task))).toMatchObject({ kind: 'ended', state: 'canceled' });
  });

  test('a task that nobody has is a failure', async () => {
    const { url } = await startServer(demoAgent);
    const source = await open(url);
    const task = { taskId: newId() };
    const isUnknown = { kind: 'failure', reason: 'TASK_NOT_FOUND', taskId: task.taskId };
    expect(await end(source.watch(task))).toMatchObject(isUnknown);
    expect(await end(source.cancel(task))).toMatchObject(isUnknown);
    const answer = { kind: 'answer', messageId: newId(), ...task, answer: 'x' } as const;
    expect(await end(source.send(answer))).toMatchObject(isUnknown);
  });

  test('streams that are cut lose nothing and repeat nothing', async () => {
    const { url } = await startServer(createPieceAgent().agent);
    const proxy = await startCuttingProxy(url, { cutAfter: (n) => 3000 + n * 900 });
    const source = await open(await startMoved(url, proxy.url));
    const message = input('pieces', 'pieces', { count: 60, size: 40 });
    const events = await collect(source.send(message));
    let sent = '';
    for (const event of events) {
      if (event.kind === 'artifact') sent = event.append ? sent + event.text : event.text;
    }
    const expected = Array.from({ length: 60 }, (_, n) => `${n} `.padEnd(40, 'x')).join('');
    expect(sent).toBe(expected);
    expect(events.at(-1)).toMatchObject({ kind: 'result', text: expected });
    expect(proxy.count()).toBeGreaterThan(3);
  });

  test('an agent that is gone is a failure that says so, and its task is found again', async () => {
    const { url } = await startServer(createWaitingAgent().agent);
    const proxy = await startCuttingProxy(url);
    const source = await open(await startMoved(url, proxy.url));
    const seen: SourceEvent[] = [];
    for await (const event of source.send(input('dig', 'hole', { ms: 300 }))) {
      seen.push(event);
      if (event.kind !== 'progress' || event.fraction === undefined) continue;
      proxy.refuse(true);
      proxy.cut();
    }
    const lost = seen.at(-1);
    if (lost?.kind !== 'failure') throw new Error(`Expected a failure: ${lost?.kind}`);
    expect(lost).toMatchObject({ code: 'REQUEST_FAILED', reason: 'NETWORK' });
    proxy.refuse(false);
    const task = { taskId: lost.taskId, skillId: 'dig' };
    expect(await end(source.watch(task))).toMatchObject({ kind: 'result', data: { depth: 2 } });
  });
}
