/**
 * The text message to both crowd servers, as JSON: the number of events, and the pause between two.
 */
export interface CrowdRequest {
  readonly events: number;
  readonly pauseMs: number;
}

/** Parses a {@link CrowdRequest} from JSON. */
export function parseCrowdRequest(text: string): CrowdRequest {
  return JSON.parse(text) as CrowdRequest;
}

/** The time for which a task waits for subscribers before its first event, in milliseconds. */
export const GATHERING_MS = 8_000;
