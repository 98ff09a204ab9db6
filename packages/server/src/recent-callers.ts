import type { Caller, Identify } from './caller.ts';

/** A caller that a process has identified lately. */
export interface KnownCaller {
  /** The id of the principal; `undefined` for all anonymous callers together. */
  readonly id: string | undefined;
  readonly scopes: readonly string[];
  /** The requests in the present minute, which begins with its first request. */
  readonly requests: number;
  /** The time of the last request, in milliseconds since 1970. */
  readonly seenAt: number;
}

/** The number of callers that are noted, so that many callers take little memory. */
const MAX_CALLERS = 500;

const MINUTE_MS = 60_000;

/** A noted caller, whose fields change with each request. */
interface Entry {
  readonly id: string | undefined;
  scopes: readonly string[];
  requests: number;
  seenAt: number;
  /** The start of the present minute, in milliseconds since 1970. */
  since: number;
  /** The number of the last request among those of all callers. */
  turn: number;
}

/** The callers that a process has identified lately. */
export class RecentCallers {
  // Entries are changed and not moved: a map from which entries are deleted with every request would
  // keep them alive until a full garbage collection.
  readonly #entries = new Map<string | undefined, Entry>();
  #turn = 0;

  /** Wraps the identification of callers, so that they are noted here. */
  watchIdentify(identify: Identify): Identify {
    const watched: Identify = async (request) => {
      const caller = await identify(request);
      this.#note(caller);
      return caller;
    };
    return Object.assign(watched, identify);
  }

  /** Lists the noted callers; the one who came last is the first. */
  list(): readonly KnownCaller[] {
    const now = Date.now();
    return this.#listEntries().map(({ id, scopes, seenAt, since, requests }) => {
      return { id, scopes, seenAt, requests: now - since < MINUTE_MS ? requests : 0 };
    });
  }

  #note({ id, scopes }: Caller): void {
    const now = Date.now();
    this.#turn += 1;
    const turn = this.#turn;
    const entry = this.#entries.get(id);
    if (entry === undefined) {
      if (this.#entries.size >= MAX_CALLERS) this.#entries.delete(this.#listEntries().at(-1)?.id);
      this.#entries.set(id, { id, scopes, requests: 1, seenAt: now, since: now, turn });
      return;
    }
    const isSameMinute = now - entry.since < MINUTE_MS;
    entry.requests = isSameMinute ? entry.requests + 1 : 1;
    if (!isSameMinute) entry.since = now;
    entry.scopes = scopes;
    entry.seenAt = now;
    entry.turn = turn;
  }

  /** Lists the entries; the caller who came last is the first. */
  #listEntries(): readonly Entry[] {
    return [...this.#entries.values()].toSorted((a, b) => b.turn - a.turn);
  }
}
