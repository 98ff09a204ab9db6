import { EnvelopeRefusedError } from '../errors/envelope-refused-error.ts';
import { createBoundedMap } from './bounded-map.ts';

/** Counts messages. @throws EnvelopeRefusedError when a caller has sent too many in a minute */
export type RateLimit = (caller: string) => void;

const MINUTE_MS = 60_000;
/** A caller that is forgotten begins anew. */
const MAX_CALLERS = 10_000;

/** Lets each caller send so many messages in a minute, which begins with the first of them. */
export function createRateLimit(limit: number, now: () => number = Date.now): RateLimit {
  const windows = createBoundedMap<{ readonly start: number; count: number }>(MAX_CALLERS);
  return (caller) => {
    const time = now();
    const open = windows.get(caller);
    const window =
      open !== undefined && time - open.start < MINUTE_MS ? open : { start: time, count: 0 };
    windows.set(caller, window);
    window.count += 1;
    if (window.count <= limit) return;
    const endsAt = window.start + MINUTE_MS;
    throw new EnvelopeRefusedError('Too many messages. Send it again later.', {
      errorCode: 'RATE_LIMIT_EXCEEDED',
      retryAfter: Math.max(1, Math.ceil((endsAt - time) / 1_000)),
      details: { limit, window: '1 minute', reset_at: new Date(endsAt).toISOString() },
    });
  };
}
