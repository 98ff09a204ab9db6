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

/** The callers that a process has identified lately. */
export interface CallerBook {
  /** Wraps the identification of callers, so that they are noted here. */
  watchIdentify(identify: Identify): Identify;
  /** Lists the noted callers; the one who came last is the first. */
  list(): readonly KnownCaller[];
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

/** Makes an empty book of callers. */
export function createCallerBook(): CallerBook {
  // Entries are changed and not moved: a map from which entries are deleted with every request would
  // keep them alive until a full garbage collection.
  const callers = new Map<string | undefined, Entry>();
  let turn = 0;

  function note({ id, scopes }: Caller): void {
    const now = Date.now();
    turn += 1;
    const entry = callers.get(id);
    if (entry === undefined) {
      if (callers.size >= MAX_CALLERS) callers.delete(listEntries().at(-1)?.id);
      callers.set(id, { id, scopes, requests: 1, seenAt: now, since: now, turn });
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
  function listEntries(): readonly Entry[] {
    return [...callers.values()].toSorted((a, b) => b.turn - a.turn);
  }

  return {
    watchIdentify(identify) {
      const watched: Identify = async (request) => {
        const caller = await identify(request);
        note(caller);
        return caller;
      };
      return Object.assign(watched, identify);
    },
    list() {
      const now = Date.now();
      return listEntries().map(({ id, scopes, seenAt, since, requests }) => {
        return { id, scopes, seenAt, requests: now - since < MINUTE_MS ? requests : 0 };
      });
    },
  };
}
