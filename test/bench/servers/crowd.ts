/**
 * The text message to both crowd servers, as JSON: the number of events, the pause between two, and
 * the time for which the task waits for subscribers before its first event.
 */
export interface CrowdRequest {
  readonly events: number;
  readonly pauseMs: number;
  readonly gatheringMs: number;
}

/** Parses a {@link CrowdRequest} from JSON. */
export function parseCrowdRequest(text: string): CrowdRequest {
  return JSON.parse(text) as CrowdRequest;
}
