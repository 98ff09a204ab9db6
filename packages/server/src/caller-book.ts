import type { Identify } from './caller.ts';

/** A caller whom a process has identified lately. */
export interface KnownCaller {
  /** The id of the principal; `undefined` for all anonymous callers together. */
  readonly id: string | undefined;
  readonly scopes: readonly string[];
  /** The requests in the present minute, which begins with its first request. */
  readonly requests: number;
  /** The time of the last request, in milliseconds since 1970. */
  readonly seenAt: number;
}

/** The callers whom a process has identified lately. */
export interface CallerBook {
  /** Wraps the identification of callers, so that they are noted here. */
  watchIdentify(identify: Identify): Identify;
  /** Lists the noted callers; the one who came last is the first. */
  list(): readonly KnownCaller[];
}

/** The number of callers that are noted, so that many callers take little memory. */
const MAX_CALLERS = 500;

const MINUTE_MS = 60_000;

/** Makes an empty book of callers. */
export function createCallerBook(): CallerBook {
  const callers = new Map<string | undefined, KnownCaller & { readonly since: number }>();
  return {
    watchIdentify(identify) {
      const watched: Identify = async (request) => {
        const caller = await identify(request);
        const { id, scopes } = caller;
        const now = Date.now();
        const before = callers.get(id);
        const isSameMinute = before !== undefined && now - before.since < MINUTE_MS;
        callers.delete(id);
        callers.set(id, {
          id,
          scopes,
          seenAt: now,
          since: isSameMinute ? before.since : now,
          requests: isSameMinute ? before.requests + 1 : 1,
        });
        if (callers.size > MAX_CALLERS) {
          const [oldest] = callers.keys();
          callers.delete(oldest);
        }
        return caller;
      };
      return Object.assign(watched, identify);
    },
    list() {
      const now = Date.now();
      return [...callers.values()].reverse().map(({ since, requests, ...caller }) => ({
        ...caller,
        requests: now - since < MINUTE_MS ? requests : 0,
      }));
    },
  };
}
