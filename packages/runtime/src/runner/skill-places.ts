import type { Agent } from '@formwork/core';

/**
 * The places of skills with a `concurrency`, which limit how many of their tasks run in this
 * process.
 */
export interface SkillPlaces {
  /** Takes a place of a skill; returns false if there is none. */
  take(skillId: string | undefined): boolean;
  /** Gives a place back; returns true if a task of the skill may be waiting for it. */
  free(skillId: string | undefined): boolean;
  /**
   * Takes a place for a new task; returns false if there is none, or if other tasks wait for one.
   */
  takeNext(skillId: string | undefined): boolean;
  /** Returns true if no place of the skill is free. */
  isFull(skillId: string | undefined): boolean;
  /**
   * Returns the number of free places of each limited skill; `undefined` if no skill is limited.
   */
  toLimits(): ReadonlyMap<string, number> | undefined;
  /**
   * Notes the tasks that a claim with these limits has found. As many as the limit means that more
   * may wait. Returns true if another claim is due.
   */
  found(limits: ReadonlyMap<string, number>, skillIds: readonly (string | undefined)[]): boolean;
}

interface Place {
  size: number;
  taken: number;
  /** True if a task found no place since the last claim began. */
  isMissed: boolean;
  /** True if tasks of this skill may be waiting in the engine, so that new ones come after them. */
  isWaitedFor: boolean;
}

/**
 * Makes the places of an agent's skills. A skill without `concurrency` has no limit. If a new
 * definition of the agent limits a skill, tasks that already run are not counted.
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
        places.set(id, { size, taken: 0, isMissed: false, isWaitedFor: false });
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
      for (const place of places.values()) place.isMissed = false;
      return new Map([...places].map(([id, { size, taken }]) => [id, Math.max(0, size - taken)]));
    },
    found(limits, skillIds) {
      for (const [id, place] of places) {
        const count = skillIds.filter((skillId) => skillId === id).length;
        place.isWaitedFor = place.isMissed || count >= (limits.get(id) ?? 0);
      }
      return [...places.values()].some(({ isMissed, taken, size }) => isMissed && taken < size);
    },
  };
}
