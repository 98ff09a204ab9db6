/** How push configs are taken and notifications sent. */
export interface PushOptions {
  /**
   * True sends notifications to private and local addresses, too: for development, or where every
   * caller may reach what this machine can reach. Default false.
   */
  readonly allowPrivateAddresses?: boolean;
  /** How many configs a task may have. Default 10. */
  readonly maxConfigs?: number;
  /** How long one attempt may take, in milliseconds. Default 15,000. */
  readonly timeoutMs?: number;
  /**
   * How long a delivery belongs to this process without a sign of life, in milliseconds; longer
   * than an attempt may take. Default twice `timeoutMs`.
   */
  readonly leaseMs?: number;
  /** How many receivers are sent to at once. Default 64. */
  readonly concurrency?: number;
  /** After how many failed attempts of one notification its receiver is given up. Default 20. */
  readonly maxAttempts?: number;
  /** For how long attempts of one notification may fail, in milliseconds. Default a day. */
  readonly maxAgeMs?: number;
  /**
   * The longest wait after the first failed attempt, in milliseconds; it doubles with each. The
   * wait itself is drawn anew each time, from 0 on. Default 1,000.
   */
  readonly retryBaseMs?: number;
  /** The longest wait of all, in milliseconds, also of those a receiver asks for. Default an hour. */
  readonly retryCapMs?: number;
  /** How often to look for work that no hint announced, in milliseconds. Default 1,000. */
  readonly pollMs?: number;
}

/** {@link PushOptions} with its defaults. */
export type PushSettings = Required<PushOptions>;

const NUMBERS = {
  maxConfigs: 10,
  timeoutMs: 15_000,
  concurrency: 64,
  maxAttempts: 20,
  maxAgeMs: 86_400_000,
  retryBaseMs: 1_000,
  retryCapMs: 3_600_000,
  pollMs: 1_000,
} as const satisfies PushOptions;

/** Throws `RangeError` when a number is no integer from 1, or `leaseMs` is not above `timeoutMs`. */
export function toPushSettings(options: PushOptions): PushSettings {
  const numbers = { ...NUMBERS, ...options };
  const { allowPrivateAddresses = false, leaseMs = numbers.timeoutMs * 2 } = options;
  const settings = { ...numbers, allowPrivateAddresses, leaseMs };
  for (const [name, value] of Object.entries(settings)) {
    if (typeof value === 'number' && (!Number.isInteger(value) || value < 1)) {
      throw new RangeError(
        `Cannot send push notifications as ${name} must be an integer from 1: current value is ${value}`,
      );
    }
  }
  if (leaseMs <= settings.timeoutMs) {
    throw new RangeError(
      `Cannot send push notifications as leaseMs must be above timeoutMs (${settings.timeoutMs}): current value is ${leaseMs}`,
    );
  }
  return settings;
}
