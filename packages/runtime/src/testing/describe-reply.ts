import { describe, expect, test } from 'vitest';
import type { Lease } from '../engine/lease.ts';
import type { Reply, TaskEngine } from '../engine/task-engine.ts';
import type { NewTaskEvent } from '../engine/task-event.ts';
import type { IdempotencyKey } from '../idempotency-key.ts';
import type { Scope } from '../scope.ts';
import { type EngineUnderTest, openEngine, openEngines, toWays } from './engine-storage.ts';
import {
  keyOf,
  createLeased,
  getTask,
  LONG_CLAIM,
  messageEvent,
  newTask,
  pieceEvent,
  range,
  readLog,
  readStates,
  SCOPE,
  statusEvent,
} from './samples.ts';

const NOT_FOUND = { kind: 'not-found' };
const REPEATED = { kind: 'repeated' };

/** Declares the tests of an engine's `reply`, which adds a caller's answer to a waiting task. */
export function describeReply(subject: EngineUnderTest): void {
  describe('reply()', () => {
    test.for(toWays(subject))(
      'adds what the caller says and lets the task run again',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const lease = await createAsking(engine);
        const reply = toReply('Lion');
        const outcome = await other.reply(SCOPE, lease.taskId, { reply });
        expect(outcome).toEqual({ kind: 'accepted', seq: 4 });
        const log = await readLog(engine, lease);
        expect(log.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
        expect(log.slice(2).map(({ event }) => event)).toEqual(reply.events);
        const task = await getTask(engine, lease);
        expect(task).toMatchObject({ seq: 4, state: 'working' });
        expect(task.statusMessage).toBeUndefined();
        expect(task.history).toHaveLength(2);
        await expect(engine.append(lease, [])).rejects.toMatchObject({ code: 'LEASE_LOST' });
        expect(await engine.claim(LONG_CLAIM, 10)).toEqual([{ ...lease, epoch: 2, attempt: 1 }]);
      },
    );

    test('puts the task behind those of its scope that wait already', async () => {
      const { engine, advance } = await openEngine(subject);
      const first = await createAsking(engine);
      await advance(2);
      const { taskId } = await engine.create(newTask());
      await engine.reply(SCOPE, first.taskId, { reply: toReply('Lion') });
      const claimed = await engine.claim(LONG_CLAIM, 1);
      const rest = await engine.claim(LONG_CLAIM, 10);
      expect([...claimed, ...rest].map((lease) => lease.taskId)).toEqual([taskId, first.taskId]);
    });

    test.for(toWays(subject))(
      'gives a lease at once when asked to, and counts attempts anew',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const lease = await createAsking(engine);
        const options = { reply: toReply('Lion'), claim: LONG_CLAIM };
        const next = { ...lease, epoch: 2, attempt: 1 };
        expect(await other.reply(SCOPE, lease.taskId, options)).toEqual({
          kind: 'accepted',
          seq: 4,
          lease: next,
        });
        expect(await engine.claim(LONG_CLAIM, 10)).toEqual([]);
        await expect(engine.append(lease, [])).rejects.toMatchObject({ code: 'LEASE_LOST' });
        expect(await engine.append(next, [statusEvent('completed')])).toBe(5);
      },
    );

    test.each(['input-required', 'auth-required'] as const)(
      'that asks again with %s leaves the task waiting, for an answer to the new question',
      async (state) => {
        const { engine } = await openEngine(subject);
        const { taskId, scope } = await createAsking(engine);
        const again = toReply('neither', { end: statusEvent(state, 'Lion or tiger?') });
        const asked = await engine.reply(SCOPE, taskId, { reply: again, claim: LONG_CLAIM });
        expect(asked).toEqual({ kind: 'accepted', seq: 4 });
        expect(await engine.claim(LONG_CLAIM, 10)).toEqual([]);
        const late = await engine.reply(SCOPE, taskId, { reply: toReply('Lion') });
        expect(late).toEqual({ kind: 'stale', state });
        const answer = { ...toReply('Lion'), expectedSeq: 4 };
        const answered = await engine.reply(SCOPE, taskId, { reply: answer });
        expect(answered).toEqual({ kind: 'accepted', seq: 6 });
        const states = await readStates(engine, { scope, taskId });
        expect(states).toEqual(['submitted', 'input-required', state, 'working']);
      },
    );

    test.each(['completed', 'failed', 'canceled', 'rejected'] as const)(
      'ends the task with %s',
      async (state) => {
        const { engine } = await openEngine(subject);
        const lease = await createAsking(engine);
        const reply = toReply('never mind', { end: statusEvent(state) });
        const outcome = await engine.reply(SCOPE, lease.taskId, { reply, claim: LONG_CLAIM });
        expect(outcome).toEqual({ kind: 'accepted', seq: 4 });
        expect(await engine.claim(LONG_CLAIM, 10)).toEqual([]);
        expect(await engine.cancel(SCOPE, lease.taskId)).toEqual({ kind: 'terminal', state });
      },
    );

    test.for(toWays(subject))(
      'knows a reply that it accepted before, whatever became of the task',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const lease = await createAsking(engine);
        const reply = toReply('Lion', { idempotencyKey: keyOf('key') });
        const first = { reply, claim: LONG_CLAIM };
        expect(await engine.reply(SCOPE, lease.taskId, first)).toMatchObject({ kind: 'accepted' });
        expect(await other.reply(SCOPE, lease.taskId, first)).toEqual(REPEATED);
        const next = { ...lease, epoch: 2 };
        await engine.append(next, [statusEvent('input-required')]);
        expect(await engine.reply(SCOPE, lease.taskId, first)).toEqual(REPEATED);
        const repeated = { reply: { ...reply, expectedSeq: 5 } };
        expect(await engine.reply(SCOPE, lease.taskId, repeated)).toEqual(REPEATED);
        await engine.cancel(SCOPE, lease.taskId);
        expect(await other.reply(SCOPE, lease.taskId, first)).toEqual(REPEATED);
        expect(await readLog(engine, lease)).toHaveLength(6);
      },
    );

    test('does not remember a reply that it did not accept', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createAsking(engine);
      const reply = toReply('Lion', { idempotencyKey: keyOf('key') });
      const early = { reply: { ...reply, expectedSeq: 1 } };
      const stale = { kind: 'stale', state: 'input-required' };
      expect(await engine.reply(SCOPE, lease.taskId, early)).toEqual(stale);
      const outcome = await engine.reply(SCOPE, lease.taskId, { reply });
      expect(outcome).toMatchObject({ kind: 'accepted' });
    });

    test('keeps the keys of different tasks apart, and without a key is always new', async () => {
      const { engine } = await openEngine(subject);
      const [first, second] = [await createAsking(engine), await createAsking(engine)];
      const reply = toReply('Lion', { idempotencyKey: keyOf('key') });
      for (const { taskId } of [first, second]) {
        const outcome = await engine.reply(SCOPE, taskId, { reply });
        expect(outcome).toMatchObject({ kind: 'accepted' });
      }
      const { taskId } = await createAsking(engine);
      const again = toReply('neither', { end: statusEvent('input-required') });
      await engine.reply(SCOPE, taskId, { reply: again });
      const repeated = await engine.reply(SCOPE, taskId, { reply: { ...again, expectedSeq: 4 } });
      expect(repeated).toEqual({ kind: 'accepted', seq: 6 });
    });

    test.each(['submitted', 'working', 'completed', 'canceled'] as const)(
      'is stale when the task is %s',
      async (state) => {
        const { engine } = await openEngine(subject);
        const lease = await createLeased(engine);
        await engine.append(lease, [statusEvent(state)]);
        const outcome = await engine.reply(SCOPE, lease.taskId, { reply: toReply('Lion') });
        expect(outcome).toEqual({ kind: 'stale', state });
        expect(await readLog(engine, lease)).toHaveLength(2);
      },
    );

    test('finds nothing under an id that was never given, nor in another scope', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createAsking(engine);
      const reply = toReply('Lion', { idempotencyKey: keyOf('key') });
      expect(await engine.reply(SCOPE, crypto.randomUUID(), { reply })).toEqual(NOT_FOUND);
      expect(await engine.reply('bob' as Scope, lease.taskId, { reply })).toEqual(NOT_FOUND);
      await engine.reply(SCOPE, lease.taskId, { reply });
      expect(await engine.reply('bob' as Scope, lease.taskId, { reply })).toEqual(NOT_FOUND);
    });

    test.for(toWays(subject))('accepts one of 20 replies to one question at once', async (way) => {
      const { engine, other } = await openEngines(way);
      const lease = await createAsking(engine);
      const outcomes = await Promise.all(
        range(20).map((index) => {
          const instance = index % 2 === 0 ? engine : other;
          const reply = toReply(`${index}`, { idempotencyKey: keyOf(`${index}`) });
          return instance.reply(SCOPE, lease.taskId, { reply, claim: LONG_CLAIM });
        }),
      );
      expect(outcomes.filter(({ kind }) => kind === 'accepted')).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind === 'stale')).toHaveLength(19);
      expect(await readLog(engine, lease)).toHaveLength(4);
    });

    test.for(toWays(subject))(
      'accepts one of 20 equal replies at once and repeats the others',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const lease = await createAsking(engine);
        const reply = toReply('Lion', { idempotencyKey: keyOf('key') });
        const outcomes = await Promise.all(
          range(20).map((index) =>
            (index % 2 === 0 ? engine : other).reply(SCOPE, lease.taskId, { reply }),
          ),
        );
        expect(outcomes.filter(({ kind }) => kind === 'accepted')).toHaveLength(1);
        expect(outcomes.filter(({ kind }) => kind === 'repeated')).toHaveLength(19);
      },
    );

    test.for(toWays(subject))(
      'or the cancellation wins a race, never both, in 40 rounds',
      async (way) => {
        const { engine, other } = await openEngines(way);
        for (const index of range(40)) {
          const lease = await createAsking(engine);
          const cancelEarly = index % 2 === 0 ? other.cancel(SCOPE, lease.taskId) : undefined;
          const replying = engine.reply(SCOPE, lease.taskId, { reply: toReply('Lion') });
          const cancellation = await (cancelEarly ?? other.cancel(SCOPE, lease.taskId));
          const { kind } = await replying;
          expect(cancellation).toEqual({ kind: 'canceled' });
          const states = await readStates(engine, lease);
          expect([
            { kind: 'accepted', states: ['submitted', 'input-required', 'working', 'canceled'] },
            { kind: 'stale', states: ['submitted', 'input-required', 'canceled'] },
          ]).toContainEqual({ kind, states });
        }
      },
    );

    test.each<readonly NewTaskEvent[][]>([
      [[]],
      [[messageEvent('Lion')]],
      [[statusEvent('working'), messageEvent('Lion')]],
      [[statusEvent('submitted')]],
      [[statusEvent('working'), statusEvent('working')]],
      [[statusEvent('completed'), statusEvent('working')]],
      [[statusEvent('input-required'), statusEvent('working')]],
    ])('rejects events that do not end with their one decision: %#', async (events) => {
      const { engine } = await openEngine(subject);
      const { taskId, scope } = await createAsking(engine);
      const reply = { expectedSeq: 2, idempotencyKey: keyOf('key'), events };
      await expect(engine.reply(SCOPE, taskId, { reply })).rejects.toBeInstanceOf(TypeError);
      expect(await readLog(engine, { scope, taskId })).toHaveLength(2);
      const proper = toReply('Lion', { idempotencyKey: keyOf('key') });
      const outcome = await engine.reply(SCOPE, taskId, { reply: proper });
      expect(outcome).toMatchObject({ kind: 'accepted' });
    });

    test('takes all kinds of events before the last', async () => {
      const { engine } = await openEngine(subject);
      const lease = await createAsking(engine);
      const events: readonly NewTaskEvent[] = [
        pieceEvent('a', 'x'),
        { kind: 'metadata', metadata: { a: 1 } },
        { kind: 'memo', position: 0, key: 'which', value: 'Lion' },
        statusEvent('working'),
      ];
      const reply = { expectedSeq: 2, events };
      expect(await engine.reply(SCOPE, lease.taskId, { reply })).toMatchObject({ seq: 6 });
      const log = await readLog(engine, lease);
      expect(log.slice(2).map(({ event }) => event)).toEqual(events);
    });
  });
}

/**
 * Creates a task that waits for a caller's answer; its question is event 2 of its log, and its
 * lease has ended.
 */
async function createAsking(engine: TaskEngine): Promise<Lease> {
  const lease = await createLeased(engine);
  await engine.append(lease, [statusEvent('input-required', 'Which one?')]);
  return lease;
}

interface ReplyFields {
  readonly idempotencyKey?: IdempotencyKey;
  readonly end?: NewTaskEvent;
}

function toReply(text: string, fields: ReplyFields = {}): Reply {
  const { end = statusEvent('working'), ...rest } = fields;
  return { expectedSeq: 2, events: [messageEvent(text), end], ...rest };
}
