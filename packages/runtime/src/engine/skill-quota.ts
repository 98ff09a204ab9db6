import type { WorkRequest } from './lease.ts';

/**
 * Makes a filter for tasks that are looked at in the order of their creation: true for those that
 * may be claimed within the limits of their skills.
 */
export function createSkillQuota(
  limits: NonNullable<WorkRequest['skillLimits']>,
): (skillId: string | undefined) => boolean {
  const left = new Map(limits);
  return (skillId) => {
    if (skillId === undefined) {
      return true;
    }
    const count = left.get(skillId);
    if (count === undefined) {
      return true;
    }
    left.set(skillId, count - 1);
    return count > 0;
  };
}
