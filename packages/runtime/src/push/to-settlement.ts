import type { DeliverySettlement } from '../engine/push-store.ts';
import type { PostOutcome } from './create-poster.ts';
import type { PushSettings } from './push-options.ts';

/** What is known of an attempt. */
export interface Attempt {
  readonly outcome: PostOutcome;
  /** How many attempts of this notification failed before. */
  readonly failures: number;
  /** For how long, in milliseconds. */
  readonly failingForMs: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** From 0 to below 1. */
  readonly random: number;
}

/** How to go on after an attempt; `undefined` when the receiver took the notification. */
export function toSettlement(
  { outcome, failures, failingForMs, now, random }: Attempt,
  settings: Pick<PushSettings, 'maxAttempts' | 'maxAgeMs' | 'retryBaseMs' | 'retryCapMs'>,
): DeliverySettlement | undefined {
  if (outcome.kind === 'aborted') return { kind: 'released' };
  if (outcome.kind === 'refused') return { kind: 'dead', reason: outcome.reason };
  if (outcome.kind === 'answered' && isSuccess(outcome.status)) return undefined;
  const reason =
    outcome.kind === 'failed' ? outcome.reason : `The receiver answered ${outcome.status}`;
  if (outcome.kind === 'answered' && outcome.status === GONE) return { kind: 'dead', reason };
  if (failures + 1 >= settings.maxAttempts || failingForMs >= settings.maxAgeMs) {
    return { kind: 'dead', reason };
  }
  const { retryBaseMs, retryCapMs } = settings;
  const longest = Math.min(retryCapMs, retryBaseMs * 2 ** failures);
  const asked = outcome.kind === 'answered' ? parseRetryAfter(outcome.retryAfter, now) : 0;
  const retryInMs = Math.max(Math.floor(random * longest), Math.min(asked, retryCapMs));
  return { kind: 'failed', retryInMs, reason };
}

const GONE = 410;

/** Redirects are not followed, so they count as failures. */
function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** In milliseconds from now; 0 when the header says nothing (RFC 9110 section 10.2.3). */
function parseRetryAfter(value: string | undefined, now: number): number {
  if (value === undefined) return 0;
  const delay = /^\d+$/u.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(delay) ? 0 : Math.max(0, delay);
}
