import type { SkillCalls } from '../report.ts';

/** Counts the messages to each skill. */
export interface CallCounter {
  count(skill: string): void;
  list(): readonly SkillCalls[];
}

/** Makes a counter of messages. */
export function createCallCounter(): CallCounter {
  const counts = new Map<string, number>();
  return {
    count(skill) {
      counts.set(skill, (counts.get(skill) ?? 0) + 1);
    },
    list: () => [...counts].map(([skill, messages]) => ({ skill, messages })),
  };
}
