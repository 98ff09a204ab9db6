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

/** Options with their defaults filled in. */
export function toStreamLimits({
  heartbeatMs = 15_000,
  stallMs = 60_000,
}: StreamLimits): Required<StreamLimits> {
  return { heartbeatMs, stallMs };
}
