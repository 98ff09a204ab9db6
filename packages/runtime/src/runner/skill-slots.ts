import type { Agent } from '@formwork/core';

interface Pool {
  size: number;
  used: number;
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
export class SkillSlots {
  readonly #getAgent: () => Agent;
  readonly #slots = new Map<string, Pool>();
  /** The definition of the agent whose skills have the present places. */
  #agent: Agent | undefined;

  constructor(getAgent: () => Agent) {
    this.#getAgent = getAgent;
  }

  /** Takes a place of a skill for a claimed task; returns false if none is free. */
  take(skillId: string | undefined): boolean {
    const pool = this.#find(skillId);
    if (pool === undefined) return true;
    if (pool.used >= pool.size) return this.#turnAway(pool);
    pool.used += 1;
    return true;
  }

  /** Gives a place of a skill back; returns true if a task of the skill may be waiting for it. */
  free(skillId: string | undefined): boolean {
    const pool = this.#find(skillId);
    if (pool === undefined) return false;
    pool.used = Math.max(0, pool.used - 1);
    pool.isFreed = true;
    return pool.isWaitedFor;
  }

  /**
   * Takes a place of a skill for a new task; returns false if none is free, or if other tasks of
   * the skill already wait.
   */
  takeNext(skillId: string | undefined): boolean {
    const pool = this.#find(skillId);
    if (pool === undefined) return true;
    if (pool.used >= pool.size || pool.isWaitedFor) return this.#turnAway(pool);
    pool.used += 1;
    return true;
  }

  /** Returns true if no place of the skill is free. */
  isFull(skillId: string | undefined): boolean {
    const pool = this.#find(skillId);
    return pool !== undefined && pool.used >= pool.size && !this.#turnAway(pool);
  }

  /**
   * Returns the number of free places by the id of each limited skill; `undefined` if no skill is
   * limited.
   */
  toLimits(): ReadonlyMap<string, number> | undefined {
    this.#follow();
    if (this.#slots.size === 0) return undefined;
    return new Map([...this.#slots].map(([id, { size, used }]) => [id, Math.max(0, size - used)]));
  }

  /** Notes that a claim begins, which finds the tasks that found no place before it. */
  beginSearch(): void {
    for (const pool of this.#slots.values()) {
      pool.isMissed = false;
      pool.isFreed = false;
    }
  }

  /**
   * Notes the skills of the tasks that a claim with these limits has returned. If a skill has
   * reached its limit, more of its tasks may wait. Returns true if the runner should claim again.
   */
  noteClaim(
    limits: ReadonlyMap<string, number>,
    skillIds: readonly (string | undefined)[],
  ): boolean {
    for (const [id, pool] of this.#slots) {
      const count = skillIds.filter((skillId) => skillId === id).length;
      pool.isWaitedFor = pool.isMissed || count >= (limits.get(id) ?? 0);
    }
    // A place that came free meanwhile was not offered to the tasks that the claim left.
    return [...this.#slots.values()].some(
      ({ isMissed, isFreed, isWaitedFor, used, size }) =>
        (isMissed || (isFreed && isWaitedFor)) && used < size,
    );
  }

  #follow(): void {
    const agent = this.#getAgent();
    if (agent === this.#agent) return;
    this.#agent = agent;
    for (const { id, concurrency: size } of agent.skills) {
      const pool = this.#slots.get(id);
      if (size === undefined) this.#slots.delete(id);
      else if (pool === undefined) {
        this.#slots.set(id, {
          size,
          used: 0,
          isMissed: false,
          isFreed: false,
          isWaitedFor: false,
        });
      } else pool.size = size;
    }
  }

  #find(skillId: string | undefined): Pool | undefined {
    this.#follow();
    return skillId === undefined ? undefined : this.#slots.get(skillId);
  }

  #turnAway(pool: Pool): false {
    pool.isWaitedFor = true;
    pool.isMissed = true;
    return false;
  }
}
