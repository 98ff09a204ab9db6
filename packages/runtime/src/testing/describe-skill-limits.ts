import { describe, expect, test } from 'vitest';
import type { ClaimRequest, Lease, NewTask, WorkRequest } from '../engine/task-engine.ts';
import { type EngineUnderTest, openEngine } from './engine-storage.ts';
import { LONG_CLAIM, newTask, PAST_SHORT, range, SHORT_CLAIM } from './samples.ts';

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

/** Tests of leases by skill. */
export function describeSkillLimits(subject: EngineUnderTest): void {
  describe('claim() with skillLimits', () => {
    test('passes over what is above the limit of its skill, oldest first', async () => {
      const { engine, other, advance } = await openEngine(subject);
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
    });

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

  test('every lease names the skill of its task', async () => {
    const { engine, other } = await openEngine(subject);
    const { lease } = await engine.create(newSkillTask('a'), LONG_CLAIM);
    expect(lease).toMatchObject({ skillId: 'a', epoch: 1, attempt: 1 });
    if (lease !== undefined) await engine.release([lease]);
    expect(await other.claim(LONG_CLAIM, 1)).toEqual([{ ...lease, epoch: 2 }]);
    const { lease: plain } = await engine.create(newTask(), LONG_CLAIM);
    expect(plain?.skillId).toBeUndefined();
  });
}
