import { describe, expect, test } from 'vitest';
import type { ClaimRequest, Lease, WorkRequest } from '../engine/lease.ts';
import type { NewTask } from '../engine/task-engine.ts';
import type { Scope } from '../scope.ts';
import { type EngineUnderTest, openEngine, openEngines, toWays } from './engine-storage.ts';
import {
  createLeased,
  LONG_CLAIM,
  newTask,
  PAST_SHORT,
  range,
  SCOPE,
  SHORT_CLAIM,
  statusEvent,
} from './samples.ts';

/** Declares the tests of an engine's `claim` and `renew`. */
export function describeClaim(subject: EngineUnderTest): void {
  describe('claim()', () => {
    test.for(toWays(subject))(
      'leases a submitted task of any scope for the first time, once',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const { taskId } = await engine.create(newTask({ scope: 'bob' as Scope }));
        expect(await other.claim(LONG_CLAIM, 10)).toEqual([
          { taskId, scope: 'bob', epoch: 1, attempt: 1, cancelRequested: false },
        ]);
        expect(await engine.claim(LONG_CLAIM, 10)).toEqual([]);
      },
    );

    test('writes nothing to the log', async () => {
      const { engine } = await openEngine(subject);
      const { taskId } = await engine.create(newTask());
      const before = await engine.get(SCOPE, taskId);
      await engine.claim(LONG_CLAIM, 1);
      expect(await engine.get(SCOPE, taskId)).toEqual(before);
    });

    test('gives the tasks made first, as many as asked for', async () => {
      const { engine, advance } = await openEngine(subject);
      const made: string[] = [];
      for (const fields of range(5).map(() => newTask())) {
        made.push((await engine.create(fields)).taskId);
        await advance(2);
      }
      const first = await engine.claim(LONG_CLAIM, 2);
      const rest = await engine.claim(LONG_CLAIM, 10);
      expect(first.map(({ taskId }) => taskId)).toEqual(made.slice(0, 2));
      expect(rest.map(({ taskId }) => taskId)).toEqual(made.slice(2));
      expect(await engine.claim(LONG_CLAIM, 10)).toEqual([]);
    });

    test('lets scopes take turns, each with its tasks in order', async () => {
      const { engine, advance } = await openEngine(subject);
      const made: string[] = [];
      for (const scope of ['ann', 'ann', 'ann', 'ann', 'bob', 'bob', 'cid'] as Scope[]) {
        made.push((await engine.create(newTask({ scope }))).taskId);
        await advance(2);
      }
      const claimed = await engine.claim(LONG_CLAIM, 10);
      expect(claimed.map(({ taskId }) => made.indexOf(taskId))).toEqual([0, 4, 6, 1, 5, 2, 3]);
    });

    test('gives a scope that comes later the next turn, not those it has missed', async () => {
      const { engine, advance } = await openEngine(subject);
      const made: string[] = [];
      async function make(scope: Scope, count: number): Promise<void> {
        for (const fields of range(count).map(() => newTask({ scope }))) {
          made.push((await engine.create(fields)).taskId);
          await advance(2);
        }
      }
      await make('ann' as Scope, 4);
      await engine.claim(LONG_CLAIM, 2);
      await make('bob' as Scope, 3);
      const claimed = await engine.claim(LONG_CLAIM, 10);
      expect(claimed.map(({ taskId }) => made.indexOf(taskId))).toEqual([2, 4, 3, 5, 6]);
    });

    test('gives nothing when nothing is asked for', async () => {
      const { engine } = await openEngine(subject);
      await engine.create(newTask());
      expect(await engine.claim(LONG_CLAIM, 0)).toEqual([]);
      expect(await engine.claim(LONG_CLAIM, 1)).toHaveLength(1);
    });

    test.for(toWays(subject))(
      'gives the same leases again, and no others, when it is repeated',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        for (const fields of range(5).map(() => newTask())) await engine.create(fields);
        const claim: WorkRequest = { ...SHORT_CLAIM, id: 'first' };
        const leases = await engine.claim(claim, 2);
        const second = await engine.claim({ ...SHORT_CLAIM, id: 'second' }, 1);
        for (const one of [engine, other, engine, other, engine, other]) {
          await advance(PAST_SHORT);
          expect(await one.claim({ ...claim, isRepeat: true }, 10)).toEqual(leases);
        }
        expect(leases).toMatchObject([
          { epoch: 1, attempt: 1 },
          { epoch: 1, attempt: 1 },
        ]);
        // The time of the leases that were given again has begun anew, and only of these.
        const rest = await other.claim(LONG_CLAIM, 10);
        expect(rest).toMatchObject([{ ...second[0], epoch: 2, attempt: 2 }, {}, {}]);
      },
    );

    test('repeats no lease that was lost, given back, put off or ended', async () => {
      const { engine, advance } = await openEngine(subject);
      const claim: WorkRequest = { ...SHORT_CLAIM, id: 'first' };
      for (const fields of range(6).map(() => newTask())) await engine.create(fields);
      const [kept, canceled, released, put, ended, asked] = await engine.claim(claim, 6);
      if (!kept || !canceled || !released || !put || !ended || !asked) throw new Error('None.');
      await engine.cancel(SCOPE, canceled.taskId);
      await engine.release([released]);
      await engine.release([put], { retryAfterMs: 0 });
      await engine.append(ended, [statusEvent('completed')]);
      const expectedSeq = await engine.append(asked, [statusEvent('input-required')]);
      const reply = { expectedSeq, events: [statusEvent('working')] };
      await engine.reply(SCOPE, asked.taskId, { reply, claim: LONG_CLAIM });
      await engine.claim({ ...LONG_CLAIM, taskIds: [put.taskId, released.taskId] }, 10);
      const repeated = { ...claim, isRepeat: true };
      expect(await engine.claim(repeated, 10)).toEqual([
        kept,
        { ...canceled, cancelRequested: true },
      ]);
      await advance(PAST_SHORT);
      await engine.claim(LONG_CLAIM, 10);
      expect(await engine.claim(repeated, 10)).toEqual([]);
      expect(await engine.claim({ ...repeated, id: 'never' }, 10)).toEqual([]);
    });

    test.for(toWays(subject))(
      'gives 20 racing claimers different tasks, and every task once',
      async (way) => {
        const { engine, other } = await openEngines(way);
        const made = await Promise.all(range(30).map(() => engine.create(newTask())));
        const claimed = await Promise.all(
          range(20).map((index) => (index % 2 === 0 ? engine : other).claim(LONG_CLAIM, 3)),
        );
        const rest = await engine.claim(LONG_CLAIM, 100);
        const leases = [...claimed.flat(), ...rest];
        expect(claimed.every((batch) => batch.length <= 3)).toBe(true);
        expect(leases.map(({ taskId }) => taskId).toSorted()).toEqual(
          made.map(({ taskId }) => taskId).toSorted(),
        );
        expect(leases.every(({ epoch, attempt }) => epoch === 1 && attempt === 1)).toBe(true);
      },
    );

    test.for(toWays(subject))(
      'leases a task whose lease has run out again, with the next epoch and attempt',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const working = await createLeased(engine, {}, SHORT_CLAIM);
        await engine.append(working, [statusEvent('working')]);
        await advance(2);
        const { taskId: waiting } = await engine.create(newTask());
        await advance(2);
        const submitted = await createLeased(engine, {}, SHORT_CLAIM);
        await advance(PAST_SHORT);
        expect(await other.claim(SHORT_CLAIM, 10)).toEqual([
          { ...working, epoch: 2, attempt: 2 },
          { ...working, taskId: waiting, epoch: 1, attempt: 1 },
          { ...submitted, epoch: 2, attempt: 2 },
        ]);
        await advance(PAST_SHORT);
        expect(await engine.claim(LONG_CLAIM, 1)).toEqual([{ ...working, epoch: 3, attempt: 3 }]);
      },
    );

    test.for(toWays(subject))(
      'gives a lease that has run out to one of 20 racing claimers',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const lease = await createLeased(engine, {}, SHORT_CLAIM);
        await advance(PAST_SHORT);
        const claimed = await Promise.all(
          range(20).map((index) => (index % 2 === 0 ? engine : other).claim(LONG_CLAIM, 1)),
        );
        expect(claimed.flat()).toEqual([{ ...lease, epoch: 2, attempt: 2 }]);
      },
    );
  });

  describe('renew()', () => {
    test.for(toWays(subject))('extends a lease from now on', async (way) => {
      const { engine, other, advance } = await openEngines(way);
      const lease = await createLeased(engine, {}, SHORT_CLAIM);
      expect(await other.renew([lease], LONG_CLAIM.ttlMs)).toEqual({ lost: [], cancel: [] });
      await advance(PAST_SHORT);
      expect(await engine.claim(LONG_CLAIM, 1)).toEqual([]);
    });

    test('lets the extension run out, too', async () => {
      const { engine, advance } = await openEngine(subject);
      const lease = await createLeased(engine);
      await engine.renew([lease], SHORT_CLAIM.ttlMs);
      await advance(PAST_SHORT);
      expect(await engine.claim(LONG_CLAIM, 1)).toEqual([{ ...lease, epoch: 2, attempt: 2 }]);
    });

    test('extends a lease that has run out, while no newer one exists', async () => {
      const { engine, advance } = await openEngine(subject);
      const lease = await createLeased(engine, {}, SHORT_CLAIM);
      await advance(PAST_SHORT);
      expect(await engine.renew([lease], LONG_CLAIM.ttlMs)).toEqual({ lost: [], cancel: [] });
      expect(await engine.claim(LONG_CLAIM, 1)).toEqual([]);
    });

    test.for(toWays(subject))(
      'tells which leases are lost and leaves their successors alone',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const kept = await createLeased(engine);
        const replaced = await createLeased(engine, {}, SHORT_CLAIM);
        const ended = await createLeased(engine);
        await engine.append(ended, [statusEvent('completed')]);
        await advance(PAST_SHORT);
        await other.claim(SHORT_CLAIM, 10);
        const unknown = { ...kept, taskId: crypto.randomUUID() };
        const renewed = await engine.renew([replaced, kept, ended, unknown], LONG_CLAIM.ttlMs);
        const lost = [replaced, ended, unknown].map(({ taskId }) => taskId);
        expect(renewed.lost.toSorted()).toEqual(lost.toSorted());
        expect(renewed.cancel).toEqual([]);
        await advance(PAST_SHORT);
        expect(await engine.claim(LONG_CLAIM, 10)).toEqual([{ ...replaced, epoch: 3, attempt: 3 }]);
      },
    );

    test('of no leases does nothing', async () => {
      const { engine } = await openEngine(subject);
      expect(await engine.renew([], 1000)).toEqual({ lost: [], cancel: [] });
    });
  });
}

function newSkillTask(skillId: string, fields: Partial<NewTask> = {}): NewTask {
  const invocation = { kind: 'text', skillId, text: '', acceptedOutputModes: [] } as const;
  return newTask({ invocation, ...fields });
}

function limit(
  limits: Readonly<Record<string, number>>,
  request: ClaimRequest = LONG_CLAIM,
): WorkRequest {
  return { ...request, skillLimits: new Map(Object.entries(limits)) };
}

function toSkills(leases: readonly Lease[]): readonly (string | undefined)[] {
  return leases.map(({ skillId }) => skillId);
}

/**
 * Declares the tests of `claim` with `skillLimits`, the number of tasks per skill that a claim may
 * take.
 */
export function describeSkillLimits(subject: EngineUnderTest): void {
  describe('claim() with skillLimits', () => {
    test.for(toWays(subject))(
      'passes over what is above the limit of its skill, oldest first',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        for (const skillId of ['a', 'a', 'b', 'a', 'c']) {
          await engine.create(newSkillTask(skillId));
          await advance(2);
        }
        await engine.create(newTask());
        const first = await other.claim(limit({ a: 2, b: 0, z: 1 }), 10);
        expect(toSkills(first)).toEqual(['a', 'a', 'c', undefined]);
        expect(await engine.claim(limit({ a: 0, b: 0 }), 10)).toEqual([]);
        expect(toSkills(await engine.claim(limit({ a: -1, b: 5 }), 10))).toEqual(['b']);
        expect(toSkills(await other.claim(LONG_CLAIM, 10))).toEqual(['a']);
      },
    );

    test('gives no more than asked for in all', async () => {
      const { engine, advance } = await openEngine(subject);
      for (const skillId of ['a', 'b', 'a', 'b']) {
        await engine.create(newSkillTask(skillId));
        await advance(2);
      }
      expect(toSkills(await engine.claim(limit({ a: 2 }), 3))).toEqual(['a', 'b', 'a']);
    });

    test('counts tasks whose lease has run out with the others', async () => {
      const { engine, advance } = await openEngine(subject);
      await engine.create(newSkillTask('a'), SHORT_CLAIM);
      await engine.create(newSkillTask('a'), SHORT_CLAIM);
      await engine.create(newSkillTask('a'));
      await advance(PAST_SHORT);
      const claimed = await engine.claim(limit({ a: 2 }), 10);
      expect(claimed.map(({ attempt }) => attempt)).toEqual([2, 2]);
      expect(await engine.claim(limit({ a: 2 }), 10)).toHaveLength(1);
    });

    test('finds what waits behind many of a skill that has no room', async () => {
      const { engine } = await openEngine(subject);
      await Promise.all(range(50).map(() => engine.create(newSkillTask('a'))));
      await engine.create(newSkillTask('b'));
      expect(toSkills(await engine.claim(limit({ a: 1 }), 2))).toEqual(['a', 'b']);
    });
  });

  describe('claim() with taskIds', () => {
    test.for(toWays(subject))(
      'gives exactly those that can be claimed, in the order of their turns',
      async (way) => {
        const { engine, other, advance } = await openEngines(way);
        const made: string[] = [];
        for (const fields of range(4).map(() => newTask())) {
          made.push((await engine.create(fields)).taskId);
          await advance(2);
        }
        const late = await createLeased(engine, {}, SHORT_CLAIM);
        const held = await createLeased(engine);
        const ended = await createLeased(engine);
        await engine.append(ended, [statusEvent('completed')]);
        await advance(PAST_SHORT);
        const [first, second, third] = made;
        const named = [third, first, third, crypto.randomUUID(), 'no such id', late.taskId];
        const taskIds = [...named, held.taskId, ended.taskId].flatMap((id) => id ?? []);
        const claimed = await other.claim({ ...LONG_CLAIM, taskIds }, 10);
        expect(new Set(claimed.map(({ taskId }) => taskId))).toEqual(
          new Set([first, third, late.taskId]),
        );
        expect(claimed).toHaveLength(3);
        expect(claimed.filter(({ taskId }) => taskId !== late.taskId)).toMatchObject([
          { taskId: first, epoch: 1, attempt: 1 },
          { taskId: third, epoch: 1, attempt: 1 },
        ]);
        expect(claimed).toContainEqual({ ...late, epoch: 2, attempt: 2 });
        expect(await engine.claim({ ...LONG_CLAIM, taskIds }, 10)).toEqual([]);
        const rest = await engine.claim(LONG_CLAIM, 10);
        expect(rest.map(({ taskId }) => taskId)).toEqual([second, made[3]]);
      },
    );

    test('gives no more than asked for, and nothing when none is named', async () => {
      const { engine } = await openEngine(subject);
      const { taskId: first } = await engine.create(newTask());
      const { taskId: second } = await engine.create(newTask());
      const taskIds = [first, second];
      expect(await engine.claim({ ...LONG_CLAIM, taskIds: [] }, 10)).toEqual([]);
      expect(await engine.claim({ ...LONG_CLAIM, taskIds }, 0)).toEqual([]);
      expect(await engine.claim({ ...LONG_CLAIM, taskIds }, 1)).toHaveLength(1);
      expect(await engine.claim({ ...LONG_CLAIM, taskIds }, 10)).toHaveLength(1);
    });

    test('leaves a task that rests alone until its rest is over', async () => {
      const { engine, advance } = await openEngine(subject);
      const lease = await createLeased(engine);
      await engine.release([lease], { retryAfterMs: 300 });
      const request = { ...LONG_CLAIM, taskIds: [lease.taskId] };
      expect(await engine.claim(request, 1)).toEqual([]);
      await advance(301);
      expect(await engine.claim(request, 1)).toEqual([
        { ...lease, epoch: 2, attempt: 2, failures: 1 },
      ]);
    });

    test.for(toWays(subject))('gives one of 20 racing claimers the task', async (way) => {
      const { engine, other } = await openEngines(way);
      const { taskId } = await engine.create(newTask());
      const claimed = await Promise.all(
        range(20).map((index) =>
          (index % 2 === 0 ? engine : other).claim({ ...LONG_CLAIM, taskIds: [taskId] }, 1),
        ),
      );
      expect(claimed.flat()).toMatchObject([{ taskId, epoch: 1, attempt: 1 }]);
    });
  });

  test.for(toWays(subject))('every lease names the skill of its task', async (way) => {
    const { engine, other } = await openEngines(way);
    const { lease } = await engine.create(newSkillTask('a'), LONG_CLAIM);
    expect(lease).toMatchObject({ skillId: 'a', epoch: 1, attempt: 1 });
    if (lease !== undefined) await engine.release([lease]);
    expect(await other.claim(LONG_CLAIM, 1)).toEqual([{ ...lease, epoch: 2 }]);
    const { lease: plain } = await engine.create(newTask(), LONG_CLAIM);
    expect(plain?.skillId).toBeUndefined();
  });
}
