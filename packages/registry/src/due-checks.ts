import { countParallelReads } from './cards/card-reader.ts';
import { checkAgent, type CheckAgentOptions } from './health.ts';
import type { StoredAgent } from './store/registry-store.ts';

/** The number of due agents that are claimed together, per card that is read at the same time. */
const CLAIMS_PER_CHECK = 8;
/**
 * The number of claimed agents that may wait until another card of their origin may be read; with
 * more, no further agents are claimed.
 */
const MAX_WAITING = 1_000;

/** Options of {@link DueChecks}. */
export interface DueChecksOptions {
  readonly checking: CheckAgentOptions;
  /** The highest number of cards that are read at the same time. */
  readonly concurrency: number;
  /** The origins of which as many cards are read at the same time as of all others. */
  readonly allowOrigins: readonly string[];
  /** The longest time that the read of a card takes, in milliseconds. */
  readonly cardTimeoutMs: number;
}

/** Checks the agents of a store that are due, until it is closed. */
export class DueChecks {
  readonly #options: DueChecksOptions;
  #isClosed = false;

  constructor(options: DueChecksOptions) {
    this.#options = options;
  }

  /** Checks all due agents, and resolves with their number once the last check is over. */
  async check(): Promise<number> {
    const round = new CheckRound(this.#options);
    let count = 0;
    for (;;) {
      if (round.failure !== undefined) throw round.failure.error;
      if (this.#isClosed) round.drop();
      round.beginAll();
      if (!this.#isClosed && round.hasRoom) {
        const claimed = await this.#claim();
        round.add(claimed);
        count += claimed.length;
        if (claimed.length > 0) continue;
      }
      if (round.isDone) return count;
      await round.waitForOne();
    }
  }

  /** Claims no further agents; checks that have begun go on. */
  close(): void {
    this.#isClosed = true;
  }

  #claim(): Promise<readonly StoredAgent[]> {
    const { checking, concurrency, cardTimeoutMs } = this.#options;
    const time = checking.now();
    // A claim that is older than this belongs to a process that has ended.
    const leaseMs = 2 * CLAIMS_PER_CHECK * cardTimeoutMs;
    const limit = concurrency * CLAIMS_PER_CHECK;
    return checking.store.takeDue({ time, until: time + leaseMs, limit });
  }
}

/**
 * The claimed agents of one check. If too many cards of an origin are being read already, its other
 * agents wait without delaying those of other origins, so that a slow server affects only its own
 * agents.
 */
class CheckRound {
  readonly #options: DueChecksOptions;
  readonly #waiting = new Map<string, StoredAgent>();
  /** The number of cards that are being read, by their origins. */
  readonly #underWay = new Map<string, number>();
  readonly #active = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;

  constructor(options: DueChecksOptions) {
    this.#options = options;
  }

  /** The first error of a check that says nothing about its agent, such as one of the store. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  /** True if further agents may be claimed. */
  get hasRoom(): boolean {
    return this.#active.size < this.#options.concurrency && this.#waiting.size < MAX_WAITING;
  }

  /** True if no check is under way. */
  get isDone(): boolean {
    return this.#active.size === 0;
  }

  add(agents: readonly StoredAgent[]): void {
    for (const agent of agents) this.#waiting.set(agent.agentId, agent);
  }

  /** Drops the agents whose checks have not begun. */
  drop(): void {
    this.#waiting.clear();
  }

  /** Begins the checks for which there is room. */
  beginAll(): void {
    for (const agent of this.#waiting.values()) {
      if (this.#active.size >= this.#options.concurrency) return;
      const { origin } = new URL(agent.url);
      if ((this.#underWay.get(origin) ?? 0) >= countParallelReads(origin, this.#options)) continue;
      this.#waiting.delete(agent.agentId);
      this.#begin(agent, origin);
    }
  }

  /** Waits until one of the checks under way is over. */
  async waitForOne(): Promise<void> {
    await Promise.race(this.#active);
  }

  #begin(agent: StoredAgent, origin: string): void {
    this.#underWay.set(origin, (this.#underWay.get(origin) ?? 0) + 1);
    const checked = checkAgent(agent, this.#options.checking)
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => {
        this.#underWay.set(origin, (this.#underWay.get(origin) ?? 1) - 1);
        this.#active.delete(checked);
      });
    this.#active.add(checked);
  }
}
