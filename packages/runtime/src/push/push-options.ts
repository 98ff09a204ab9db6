import {
  BOOLEAN_RULE,
  checkOptions,
  createIntegerRule,
  createTimerRule,
  type OptionRule,
} from '@formwork/schema/options';

/** Options for accepting push configs of callers, and for sending notifications. */
export interface PushOptions {
  /**
   * True also sends notifications to private and local addresses: for development, or where every
   * caller may reach the same addresses as this machine. Default false.
   */
  readonly allowPrivateAddresses?: boolean;
  /**
   * True accepts push configs of anonymous callers, so that every caller may choose receivers.
   * Default false.
   */
  readonly allowAnonymous?: boolean;
  /** The largest number of push configs of one task. Default 10. */
  readonly maxConfigs?: number;
  /**
   * The longest time that one attempt to send a notification may take, in milliseconds. Default
   * 15,000.
   */
  readonly timeoutMs?: number;
  /**
   * The time for which a process holds a delivery without renewing its lease, in milliseconds. It
   * must be longer than an attempt may take. Default twice `timeoutMs`.
   */
  readonly leaseMs?: number;
  /** The largest number of notifications that are sent at the same time. Default 64. */
  readonly concurrency?: number;
  /**
   * The largest number of deliveries to one host at once, so that a slow receiver does not delay
   * others. Default 16.
   */
  readonly concurrencyPerHost?: number;
  /**
   * The number of failed attempts of one notification after which its receiver is given up. Default
   * 20.
   */
  readonly maxAttempts?: number;
  /**
   * The time for which the attempts to send one notification may fail before its receiver is given
   * up, in milliseconds. Default a day.
   */
  readonly maxAgeMs?: number;
  /**
   * The upper limit of the wait after the first failed attempt, in milliseconds; it doubles with
   * each further one. The wait is random, from 0 up to the limit. Default 1,000.
   */
  readonly retryBaseMs?: number;
  /**
   * The longest wait between attempts, in milliseconds, even if a receiver asks for more. Default
   * an hour.
   */
  readonly retryCapMs?: number;
  /**
   * The interval at which the sender searches for deliveries that no hint announced, in
   * milliseconds. Default 1,000.
   */
  readonly pollMs?: number;
}

/** {@link PushOptions} after their defaults were filled in. */
export type PushSettings = Required<PushOptions>;

const SUBJECT = 'Cannot send push notifications';

const DEFAULTS = {
  allowPrivateAddresses: false,
  allowAnonymous: false,
  maxConfigs: 10,
  timeoutMs: 15_000,
  concurrency: 64,
  concurrencyPerHost: 16,
  maxAttempts: 20,
  maxAgeMs: 86_400_000,
  retryBaseMs: 1_000,
  retryCapMs: 3_600_000,
  pollMs: 1_000,
} satisfies PushOptions;

const RULES: { readonly [Name in keyof PushSettings]: OptionRule } = {
  // Only true may allow private addresses, but other code takes the text "false" as true.
  allowPrivateAddresses: BOOLEAN_RULE,
  allowAnonymous: BOOLEAN_RULE,
  maxConfigs: createIntegerRule(1),
  timeoutMs: createTimerRule(1),
  leaseMs: createIntegerRule(1),
  concurrency: createIntegerRule(1),
  concurrencyPerHost: createIntegerRule(1),
  maxAttempts: createIntegerRule(1),
  maxAgeMs: createIntegerRule(1),
  retryBaseMs: createIntegerRule(1),
  retryCapMs: createIntegerRule(1),
  pollMs: createTimerRule(1),
};

/**
 * Checks push options and fills in their defaults.
 *
 * @throws RangeError when a number is no integer from 1, or `leaseMs` is not above `timeoutMs`, and
 * `TypeError` for options of another kind or name
 */
export function parsePushOptions(options: PushOptions): PushSettings {
  checkOptions(options, { subject: SUBJECT, rules: RULES });
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  const settings = { ...DEFAULTS, ...Object.fromEntries(entries) };
  const { leaseMs = settings.timeoutMs * 2 } = options;
  if (leaseMs <= settings.timeoutMs) {
    throw new RangeError(
      `${SUBJECT} because leaseMs must be above timeoutMs (${settings.timeoutMs}): current value is ${leaseMs}`,
    );
  }
  return { ...settings, leaseMs };
}
