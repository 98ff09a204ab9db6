import type { Agent } from '@formwork/core';

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
 * The places of each skill with a `concurrency`: the limit of how many of its tasks run in this
 * process at the same time. A skill without `concurrency` has no limit. If a new definition of the
 * agent limits a skill, tasks of the skill that already run are not counted.
 */
export class SkillPlaces {
  readonly #getAgent: () => Agent;
  readonly #places = new Map<string, Place>();
  /** The definition of the agent whose skills have the present places. */
  #agent: Agent | undefined;

  constructor(getAgent: () => Agent) {
    this.#getAgent = getAgent;
  }

  /** Takes a place of a skill for a claimed task; returns false if none is free. */
  take(skillId: string | undefined): boolean {
    const place = this.#find(skillId);
    if (place === undefined) return true;
    if (place.taken >= place.size) return this.#turnAway(place);
    place.taken += 1;
    return true;
  }

  /** Gives a place of a skill back; returns true if a task of the skill may be waiting for it. */
  free(skillId: string | undefined): boolean {
    const place = this.#find(skillId);
    if (place === undefined) return false;
    place.taken = Math.max(0, place.taken - 1);
    place.isFreed = true;
    return place.isWaitedFor;
  }

  /**
   * Takes a place of a skill for a new task; returns false if none is free, or if other tasks of
   * the skill already wait.
   */
  takeNext(skillId: string | undefined): boolean {
    const place = this.#find(skillId);
    if (place === undefined) return true;
    if (place.taken >= place.size || place.isWaitedFor) return this.#turnAway(place);
    place.taken += 1;
    return true;
  }

  /** Returns true if no place of the skill is free. */
  isFull(skillId: string | undefined): boolean {
    const place = this.#find(skillId);
    return place !== undefined && place.taken >= place.size && !this.#turnAway(place);
  }

  /**
   * Returns the number of free places by the id of each limited skill; `undefined` if no skill is
   * limited.
   */
  toLimits(): ReadonlyMap<string, number> | undefined {
    this.#follow();
    if (this.#places.size === 0) return undefined;
    return new Map(
      [...this.#places].map(([id, { size, taken }]) => [id, Math.max(0, size - taken)]),
    );
  }

  /** Notes that a claim begins, which finds the tasks that found no place before it. */
  beginSearch(): void {
    for (const place of this.#places.values()) {
      place.isMissed = false;
      place.isFreed = false;
    }
  }

  /**
   * Notes the skills of the tasks that a claim with these limits has returned. If a skill has
   * reached its limit, more of its tasks may wait. Returns true if the runner should claim again.
   */
  found(limits: ReadonlyMap<string, number>, skillIds: readonly (string | undefined)[]): boolean {
    for (const [id, place] of this.#places) {
      const count = skillIds.filter((skillId) => skillId === id).length;
      place.isWaitedFor = place.isMissed || count >= (limits.get(id) ?? 0);
    }
    // A place that came free meanwhile was not offered to the tasks that the claim left.
    return [...this.#places.values()].some(
      ({ isMissed, isFreed, isWaitedFor, taken, size }) =>
        (isMissed || (isFreed && isWaitedFor)) && taken < size,
    );
  }

  #follow(): void {
    const agent = this.#getAgent();
    if (agent === this.#agent) return;
    this.#agent = agent;
    for (const { id, concurrency: size } of agent.skills) {
      const place = this.#places.get(id);
      if (size === undefined) this.#places.delete(id);
      else if (place === undefined) {
        this.#places.set(id, {
          size,
          taken: 0,
          isMissed: false,
          isFreed: false,
          isWaitedFor: false,
        });
      } else place.size = size;
    }
  }

  #find(skillId: string | undefined): Place | undefined {
    this.#follow();
    return skillId === undefined ? undefined : this.#places.get(skillId);
  }

  #turnAway(place: Place): false {
    place.isWaitedFor = true;
    place.isMissed = true;
    return false;
  }
}
