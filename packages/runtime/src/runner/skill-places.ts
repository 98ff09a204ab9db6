import type { Agent } from '@formwork/core';

/**
 * The places of each skill with a `concurrency`: the limit of how many of its tasks run in this
 * process at the same time.
 */
export interface SkillPlaces {
  /** Takes a place of a skill for a claimed task; returns false if none is free. */
  take(skillId: string | undefined): boolean;
  /** Gives a place of a skill back; returns true if a task of the skill may be waiting for it. */
  free(skillId: string | undefined): boolean;
  /**
   * Takes a place of a skill for a new task; returns false if none is free, or if other tasks of
   * the skill already wait.
   */
  takeNext(skillId: string | undefined): boolean;
  /** Returns true if no place of the skill is free. */
  isFull(skillId: string | undefined): boolean;
  /**
   * Returns the number of free places by the id of each limited skill; `undefined` if no skill is
   * limited.
   */
  toLimits(): ReadonlyMap<string, number> | undefined;
  /** Notes that a claim begins, which finds the tasks that found no place before it. */
  beginSearch(): void;
  /**
   * Notes the skills of the tasks that a claim with these limits has returned. If a skill has
   * reached its limit, more of its tasks may wait. Returns true if the runner should claim again.
   */
  found(limits: ReadonlyMap<string, number>, skillIds: readonly (string | undefined)[]): boolean;
}

interface Place {
  size: number;
  taken: number;
  /** True if a task found no free place of the skill since the last claim began. */
  isMissed: boolean;
  /** True if a place of the skill has come free since the last claim began. */
  isFreed: boolean;
  /**
   * True if tasks of this skill may be waiting in the engine; new tasks must then wait behind them.
   */
  isWaitedFor: boolean;
}

/**
 * Makes the places of an agent's skills. A skill without `concurrency` has no limit. If a new
 * definition of the agent limits a skill, tasks of the skill that already run are not counted.
 */
export function createSkillPlaces(getAgent: () => Agent): SkillPlaces {
  const places = new Map<string, Place>();
  let known: Agent | undefined;

  function follow(): void {
    const agent = getAgent();
    if (agent === known) return;
    known = agent;
    for (const { id, concurrency: size } of agent.skills) {
      const place = places.get(id);
      if (size === undefined) places.delete(id);
      else if (place === undefined) {
        places.set(id, { size, taken: 0, isMissed: false, isFreed: false, isWaitedFor: false });
      } else place.size = size;
    }
  }

  function find(skillId: string | undefined): Place | undefined {
    follow();
    return skillId === undefined ? undefined : places.get(skillId);
  }

  function turnAway(place: Place): false {
    place.isWaitedFor = true;
    place.isMissed = true;
    return false;
  }

  return {
    take(skillId) {
      const place = find(skillId);
      if (place === undefined) return true;
      if (place.taken >= place.size) return turnAway(place);
      place.taken += 1;
      return true;
    },
    free(skillId) {
      const place = find(skillId);
      if (place === undefined) return false;
      place.taken = Math.max(0, place.taken - 1);
      place.isFreed = true;
      return place.isWaitedFor;
    },
    takeNext(skillId) {
      const place = find(skillId);
      if (place === undefined) return true;
      if (place.taken >= place.size || place.isWaitedFor) return turnAway(place);
      place.taken += 1;
      return true;
    },
    isFull(skillId) {
      const place = find(skillId);
      return place !== undefined && place.taken >= place.size && !turnAway(place);
    },
    toLimits() {
      follow();
      if (places.size === 0) return undefined;
      return new Map([...places].map(([id, { size, taken }]) => [id, Math.max(0, size - taken)]));
    },
    beginSearch() {
      for (const place of places.values()) {
        place.isMissed = false;
        place.isFreed = false;
      }
    },
    found(limits, skillIds) {
      for (const [id, place] of places) {
        const count = skillIds.filter((skillId) => skillId === id).length;
        place.isWaitedFor = place.isMissed || count >= (limits.get(id) ?? 0);
      }
      // A place that came free meanwhile was not offered to the tasks that the claim left.
      return [...places.values()].some(
        ({ isMissed, isFreed, isWaitedFor, taken, size }) =>
          (isMissed || (isFreed && isWaitedFor)) && taken < size,
      );
    },
  };
}
