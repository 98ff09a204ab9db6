/** How long a stream may be quiet, and how long its reader may be idle. */
export interface StreamLimits {
  /** Sends a comment when nothing was sent for so many milliseconds; 0 never. Default 15,000. */
  readonly heartbeatMs?: number;
  /**
   * Drops a reader that takes nothing for so many milliseconds while data waits for it; 0 never.
   * Default 60,000.
   */
  readonly stallMs?: number;
}

/** The longest time that a timer of Node can wait. */
const MAX_MS = 2_147_483_647;

/** Options with their defaults filled in. Throws a `RangeError` for what is no time. */
export function toStreamLimits({
  heartbeatMs = 15_000,
  stallMs = 60_000,
}: StreamLimits): Required<StreamLimits> {
  for (const [name, value] of Object.entries({ heartbeatMs, stallMs })) {
    if (!Number.isInteger(value) || value < 0 || value > MAX_MS) {
      throw new RangeError(
        `Cannot serve the agent as ${name} must be an integer from 0 to ${MAX_MS}: current value is ${value}`,
      );
    }
  }
  return { heartbeatMs, stallMs };
}
