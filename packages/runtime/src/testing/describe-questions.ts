import { Role } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { compareTexts } from '@formwork/schema/json';
import { describe, expect, test } from 'vitest';
import type { Lease } from '../engine/lease.ts';
import type { OpenQuestion } from '../engine/question-store.ts';
import type { Reply, TaskEngine } from '../engine/task-engine.ts';
import type { NewTaskEvent } from '../engine/task-event.ts';
import { createQuestionMessage } from '../messages/follow-up-form.ts';
import { restateQuestion } from '../messages/restate-question.ts';
import type { Scope } from '../scope.ts';
import { type EngineUnderTest, openEngine, openEngines, toWays } from './engine-storage.ts';
import { createLeased, getTask, messageEvent, need, SCOPE, textMessage } from './samples.ts';

/** The addressees of a question of a test, and its times. */
interface Assignment {
  readonly to: readonly string[];
  readonly askedAt?: string;
  readonly wakesAt?: string | null;
}

function questionEvent(assignment: Assignment): NewTaskEvent {
  const question = { question: 0, key: 'ask:text', prompt: 'Approve?', assignment };
  const metadata = { [FOLLOW_UP_FORMS_EXTENSION_URI]: question };
  const message = { ...textMessage('Approve?', Role.ROLE_AGENT), metadata };
  return { kind: 'status', state: 'input-required', message };
}

async function ask(
  engine: TaskEngine,
  assignment: Assignment,
  scope: Scope = SCOPE,
): Promise<Lease> {
  const lease = await createLeased(engine, { scope });
  await engine.append(lease, [questionEvent(assignment)]);
  return lease;
}

async function reply(engine: TaskEngine, lease: Lease, events: Reply['events']): Promise<void> {
  const { seq } = await getTask(engine, lease);
  const outcome = await engine.reply(lease.scope, lease.taskId, {
    reply: { expectedSeq: seq, events },
  });
  expect(outcome.kind).toBe('accepted');
}

const idsOf = (questions: readonly OpenQuestion[]): readonly string[] =>
  questions.map(({ taskId }) => taskId);

const KIM = { to: ['user:kim'], limit: 10 };

/** A question with a text, a form and details that are too long to be stored again and again. */
const LONG_QUESTION = {
  question: 0,
  key: 'ask:form',
  prompt: `Approve ${'this '.repeat(1_000)}?`,
  form: { name: 'form', schema: { description: 'x'.repeat(5_000) } },
};

const DETAILS = { lines: 'y'.repeat(10_000) };

function describeWholeQuestions(subject: EngineUnderTest): void {
  test.for(toWays(subject))(
    'questions whose assignment alone is stored are whole in snapshots and logs',
    async (way) => {
      const { engine, other } = await openEngines(way);
      const lease = await createLeased(engine);
      const { taskId } = lease;
      const ids = { taskId, contextId: 'context' };
      const first = { ...LONG_QUESTION, assignment: { to: ['user:kim'], about: DETAILS } };
      const asked = { kind: 'status', state: 'input-required' } as const;
      await engine.append(lease, [{ ...asked, message: createQuestionMessage(first, ids) }]);
      const before = await engine.countBytes(SCOPE);
      const claimed = { ...first, assignment: { ...first.assignment, claimedBy: 'kim' } };
      for (let seq = 2; seq < 8; seq += 1) {
        const question = seq % 2 === 0 ? claimed : first;
        const complaint = { ...(seq > 5 && { complaint: 'No.' }) };
        const message = restateQuestion(question, { ...ids, ...complaint, wholeSeq: 2 });
        await reply(engine, lease, [{ ...asked, message }]);
        const { statusMessage, askedSeq } = await getTask(other, lease);
        expect(askedSeq).toBe(2);
        expect(statusMessage).toEqual({
          ...createQuestionMessage(question, { ...ids, ...complaint }),
          messageId: message.messageId,
        });
        const [entry] = await other.read(SCOPE, taskId, { after: seq });
        expect(entry?.event).toEqual({ ...asked, message: statusMessage });
      }
      expect((await engine.countBytes(SCOPE)) - before).toBeLessThan(12_000);
      expect(idsOf(await other.listQuestions(KIM))).toEqual([taskId]);
      const answered = { question: 0, answeredBy: 'kim', isByLink: true } as const;
      const goesOn = { kind: 'status', state: 'working', answered } as const;
      await reply(engine, lease, [goesOn]);
      expect((await getTask(other, lease)).askedSeq).toBeUndefined();
      const [last] = await other.read(SCOPE, taskId, { after: 8 });
      expect(last?.event).toEqual(goesOn);
    },
  );
}

/** Declares the tests of questions that are given to people: `QuestionStore`. */
export function describeQuestions(subject: EngineUnderTest): void {
  describe('listQuestions()', () => {
    describeWholeQuestions(subject);
    test.for(toWays(subject))(
      'lists open questions of all scopes by address, each once, the oldest first',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const first = await ask(engine, { to: ['role:approver', 'user:kim', 'user:zoë'] });
        await advance(5);
        const second = await ask(engine, { to: ['user:kim'] }, 'user:bob' as Scope);
        await ask(engine, { to: ['user:lee'] });
        await createLeased(engine);
        const both = { to: ['user:kim', 'role:approver', 'user:nobody'], limit: 10 };
        const found = await other.listQuestions(both);
        expect(idsOf(found)).toEqual([first.taskId, second.taskId]);
        expect(found.map(({ scope }) => scope)).toEqual([SCOPE, 'user:bob']);
        expect(found[0]?.askedAt).toBe((await getTask(engine, first)).statusTimestamp);
        expect(idsOf(await other.listQuestions({ ...both, limit: 1 }))).toEqual([first.taskId]);
        expect(idsOf(await other.listQuestions({ to: ['user:zoë'], limit: 9 }))).toHaveLength(1);
        expect(await other.listQuestions({ to: [], limit: 10 })).toEqual([]);
      },
    );

    test.for(toWays(subject))(
      'lists page after page, equal times by id, also when the last of a page is closed or deleted',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const to = ['role:approver', 'user:kim'];
        const asked = '2020-01-02T03:04:05.678Z';
        const equal = [
          await ask(engine, { to, askedAt: asked }),
          await ask(engine, { to: ['user:kim'], askedAt: asked }),
          await ask(engine, { to: ['role:approver'], askedAt: asked }),
        ];
        const leases = equal.toSorted((a, b) => compareTexts(a.taskId, b.taskId));
        await advance(5);
        leases.push(await ask(engine, { to }), await ask(engine, { to: ['user:lee'] }));
        const first = await other.listQuestions({ to, limit: 2 });
        expect(idsOf(first)).toEqual(leases.slice(0, 2).map(({ taskId }) => taskId));
        await engine.cancel(SCOPE, need(leases[1]).taskId);
        const rest = { to, limit: 2, after: need(first[1]) };
        const second = await other.listQuestions(rest);
        expect(idsOf(second)).toEqual(leases.slice(2, 4).map(({ taskId }) => taskId));
        expect(await other.listQuestions({ ...rest, after: need(second[1]) })).toEqual([]);
        await engine.delete(SCOPE, need(leases[1]).taskId);
        expect(await other.listQuestions(rest)).toEqual(second);
      },
    );

    test.for(toWays(subject))(
      'forgets a question when it is answered, canceled, deleted, or given to others',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const leases = await Promise.all([1, 2, 3, 4].map(() => ask(engine, { to: ['user:kim'] })));
        const [answered, canceled, deleted, given] = leases.map((lease) => need(lease));
        await reply(engine, need(answered), [
          messageEvent('yes'),
          { kind: 'status', state: 'working' },
        ]);
        await engine.cancel(SCOPE, need(canceled).taskId);
        await engine.delete(SCOPE, need(deleted).taskId);
        expect(idsOf(await other.listQuestions(KIM))).toEqual([need(given).taskId]);
        const askedAt = '2020-01-02T03:04:05.678Z';
        await reply(engine, need(given), [questionEvent({ to: ['user:lee'], askedAt })]);
        expect(await other.listQuestions(KIM)).toEqual([]);
        const lee = { to: ['user:lee'], limit: 10 };
        expect(await other.listQuestions(lee)).toEqual([
          { taskId: given?.taskId, scope: SCOPE, askedAt },
        ]);
        const { state } = await getTask(engine, need(answered));
        expect(state).toBe('working');
      },
    );
  });

  describe('claimDueQuestions()', () => {
    test.for(toWays(subject))(
      'gives a question to one caller at a time, until it is put off',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const { taskId, scope } = await ask(engine, { to: ['user:kim', 'role:approver'] });
        await ask(engine, { to: ['user:kim'], wakesAt: null });
        const [due, ...more] = await engine.claimDueQuestions(10, 1_000);
        expect(more).toEqual([]);
        expect(due).toMatchObject({ taskId, scope, wokeAt: need(due).askedAt });
        expect(Date.parse(need(due).claimedUntil) - Date.parse(need(due).claimedAt)).toBe(1_000);
        expect(await other.claimDueQuestions(10, 1_000)).toEqual([]);
        await advance(1_001);
        const [again] = await other.claimDueQuestions(10, 1_000);
        expect(again).toMatchObject({ taskId, wokeAt: need(due).claimedUntil });
        // The first caller comes too late.
        await engine.putOffQuestion(need(due));
        await advance(1_001);
        const [third] = await other.claimDueQuestions(10, 1_000);
        const wakesAt = new Date(Date.parse(need(third).claimedAt) + 5_000).toISOString();
        await other.putOffQuestion(need(third), wakesAt);
        await advance(4_000);
        expect(await engine.claimDueQuestions(10, 1_000)).toEqual([]);
        await advance(1_100);
        const [last] = await engine.claimDueQuestions(10, 1_000);
        expect(last?.wokeAt).toBe(wakesAt);
        await engine.putOffQuestion(need(last));
        await advance(100_000);
        expect(await engine.claimDueQuestions(10, 1_000)).toEqual([]);
      },
    );

    test('gives the question that wakes earliest first, whichever was asked first', async () => {
      const { engine } = await openEngine(subject);
      const later = await ask(engine, { to: ['user:kim'], wakesAt: '2000-01-01T00:00:02.000Z' });
      const earlier = await ask(engine, { to: ['user:kim'], wakesAt: '2000-01-01T00:00:01.000Z' });
      const due = await engine.claimDueQuestions(2, 1_000);
      expect(idsOf(due)).toEqual([earlier.taskId, later.taskId]);
    });

    test.for(toWays(subject))(
      'keeps a question from others for longer if its claim is renewed',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        await ask(engine, { to: ['user:kim', 'role:approver'] });
        const [due] = await engine.claimDueQuestions(10, 1_000);
        const claimedUntil = new Date(Date.parse(need(due).claimedAt) + 3_000).toISOString();
        await engine.putOffQuestion(need(due), claimedUntil);
        await advance(1_500);
        expect(await other.claimDueQuestions(10, 1_000)).toEqual([]);
        const renewed = { ...need(due), claimedUntil };
        await engine.putOffQuestion(renewed, renewed.claimedAt);
        const [released] = await other.claimDueQuestions(10, 1_000);
        expect(released).toMatchObject({ taskId: need(due).taskId, wokeAt: renewed.claimedAt });
      },
    );

    test.for(toWays(subject))(
      'gives each question to one of many callers at once, and none that is closed',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const leases = await Promise.all(
          [1, 2, 3, 4, 5].map(() => ask(engine, { to: ['user:a'] })),
        );
        await engine.cancel(SCOPE, need(leases[0]).taskId);
        const found = await Promise.all(
          [engine, other, engine, other].map((each) => each.claimDueQuestions(2, 60_000)),
        );
        const ids = found.flat().map(({ taskId }) => taskId);
        expect(new Set(ids).size).toBe(ids.length);
        const rest = await engine.claimDueQuestions(9, 60_000);
        expect([...ids, ...idsOf(rest)].toSorted()).toEqual(
          leases
            .slice(1)
            .map(({ taskId }) => taskId)
            .toSorted(),
        );
      },
    );
  });
}
