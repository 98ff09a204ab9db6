import { Role } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { describe, expect, test } from 'vitest';
import type { Lease } from '../engine/lease.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { Memo, NewTaskEvent } from '../engine/task-event.ts';
import { type EngineUnderTest, openEngine, openEngines, toWays } from './engine-storage.ts';
import {
  createLeased,
  getTask,
  LONG_CLAIM,
  range,
  readLog,
  RICH_DATA,
  SCOPE,
  statusEvent,
  textMessage,
} from './samples.ts';

const MEMO: Memo = { kind: 'memo', position: 1, key: 'step:pay', value: RICH_DATA };
const ANSWER: Memo = { kind: 'memo', position: 0, key: 'ask:text', value: 'yes' };

function questionEvent(): NewTaskEvent {
  const assignment = { to: ['user:kim'], wakesAt: null };
  const question = { question: 0, key: 'ask:text', prompt: 'Sure?', assignment };
  const metadata = { [FOLLOW_UP_FORMS_EXTENSION_URI]: question };
  const message = { ...textMessage('Sure?', Role.ROLE_AGENT), metadata };
  return { kind: 'status', state: 'input-required', message };
}

/** Creates a task that waits for an answer; returns the lease of the run that has asked. */
async function createAsking(engine: TaskEngine): Promise<Lease> {
  const lease = await createLeased(engine);
  await engine.append(lease, [questionEvent()]);
  return lease;
}

/** Declares the tests of memos that are kept after their lease has ended: `LateMemos`. */
export function describeLateMemos(subject: EngineUnderTest): void {
  describe('keepMemo()', () => {
    test.for(toWays(subject))(
      'adds the memo to a task that waits, and touches neither its question nor its status',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const lease = await createAsking(engine);
        const asked = await getTask(engine, lease);
        const kim = { to: ['user:kim'], limit: 9 };
        const questions = await engine.listQuestions(kim);
        await advance(5);
        expect(await other.keepMemo(lease, MEMO)).toBe(true);
        const now = await getTask(engine, lease);
        expect(now).toEqual({ ...asked, seq: asked.seq + 1, memos: [undefined, MEMO] });
        expect(now.statusSeq).toBe(asked.seq);
        expect(await engine.listQuestions(kim)).toEqual(questions);
        expect(await engine.claimDueQuestions(9, 1_000)).toEqual([]);
        expect(await engine.claim(LONG_CLAIM, 9)).toEqual([]);
        const log = await readLog(engine, lease);
        expect(log.at(-1)).toMatchObject({ seq: now.seq, event: MEMO });
      },
    );

    test.for(toWays(subject))(
      'leaves the question open for one answer, whether that was begun before the memo or after',
      async (way) => {
        const { engine, other } = await openEngines(way);
        for (const expectedSeq of [2, 3, 4]) {
          const lease = await createAsking(engine);
          await engine.keepMemo(lease, MEMO);
          await other.keepMemo(lease, { ...MEMO, position: 2 });
          const reply = { expectedSeq, events: [ANSWER, statusEvent('working')] };
          const outcomes = await Promise.all(
            [engine, other].map((one) => one.reply(SCOPE, lease.taskId, { reply })),
          );
          expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['accepted', 'stale']);
          const { memos } = await getTask(other, lease);
          expect(memos).toEqual([ANSWER, MEMO, { ...MEMO, position: 2 }]);
        }
        const lease = await createAsking(engine);
        await engine.keepMemo(lease, MEMO);
        for (const expectedSeq of [0, 1, 4]) {
          const reply = { expectedSeq, events: [statusEvent('working')] };
          expect(await engine.reply(SCOPE, lease.taskId, { reply })).toMatchObject({
            kind: 'stale',
          });
        }
      },
    );

    test.for(toWays(subject))('adds the memo before the next claim, or not at all', async (way) => {
      const { engine, other } = await openEngines(way);
      const leases = await Promise.all(range(8).map(() => createAsking(engine)));
      const kept = await Promise.all(
        leases.map(async (lease) => {
          const reply = { expectedSeq: 2, events: [ANSWER, statusEvent('working')] };
          const late = other.keepMemo(lease, MEMO);
          const claim = LONG_CLAIM;
          const answered = await engine.reply(SCOPE, lease.taskId, { reply, claim });
          expect(answered).toMatchObject({ kind: 'accepted', lease: { epoch: 2 } });
          const seen = (await getTask(engine, lease)).memos?.length === 2;
          return [await late, seen];
        }),
      );
      for (const [isKept, seen] of kept) expect(seen).toBe(isKept);
      for (const lease of leases) expect(await other.keepMemo(lease, MEMO)).toBe(false);
    });

    test('adds the memo to a task that rests, or waits to run again, in its place', async () => {
      const { engine, advance } = await openEngine(subject);
      const resting = await createLeased(engine);
      await engine.release([resting], { retryAfterMs: 1_000 });
      const answered = await createAsking(engine);
      const reply = { expectedSeq: 2, events: [ANSWER, statusEvent('working')] };
      await engine.reply(SCOPE, answered.taskId, { reply });
      for (const lease of [resting, answered]) {
        expect(await engine.keepMemo(lease, MEMO)).toBe(true);
        expect((await getTask(engine, lease)).memos?.[1]).toEqual(MEMO);
      }
      expect(await engine.claim(LONG_CLAIM, 9)).toMatchObject([{ taskId: answered.taskId }]);
      await advance(1_001);
      expect(await engine.claim(LONG_CLAIM, 9)).toMatchObject([
        { taskId: resting.taskId, attempt: 2, failures: 1 },
      ]);
    });

    test('refuses the memo of a task that has ended, is gone, or belongs to others', async () => {
      const { engine } = await openEngine(subject);
      const ended = await createAsking(engine);
      await engine.cancel(SCOPE, ended.taskId);
      const gone = await createAsking(engine);
      await engine.delete(SCOPE, gone.taskId);
      const asking = await createAsking(engine);
      const foreign = { ...asking, scope: 'bob' as Lease['scope'] };
      for (const lease of [ended, gone, foreign]) {
        expect(await engine.keepMemo(lease, MEMO)).toBe(false);
      }
      expect(await getTask(engine, ended)).toMatchObject({ seq: 3, state: 'canceled' });
      expect((await getTask(engine, asking)).memos).toBeUndefined();
    });

    test('keeps the question of a task that is moved to another store', async () => {
      const { engine } = await openEngine(subject);
      const { archive } = engine;
      if (archive === undefined) return;
      const lease = await createAsking(engine);
      await engine.keepMemo(lease, MEMO);
      const moved = await archive.export(lease.taskId);
      await engine.delete(SCOPE, lease.taskId);
      if (moved !== undefined) await archive.import(moved);
      const found = await engine.listQuestions({ to: ['user:kim'], limit: 9 });
      expect(found.map(({ taskId }) => taskId)).toEqual([lease.taskId]);
      expect((await getTask(engine, lease)).memos).toEqual([undefined, MEMO]);
      const reply = { expectedSeq: 3, events: [ANSWER, statusEvent('working')] };
      expect(await engine.reply(SCOPE, lease.taskId, { reply })).toMatchObject({
        kind: 'accepted',
      });
    });
  });
}
