/** What both crowd servers are asked for, as the text of a message: how many events, how far apart. */
export interface CrowdRequest {
  readonly events: number;
  readonly pauseMs: number;
}

/** Reads what {@link CrowdRequest} looks like as JSON. */
export function parseCrowdRequest(text: string): CrowdRequest {
  return JSON.parse(text) as CrowdRequest;
}

/** How long a task waits for its subscribers before it speaks, in milliseconds. */
export const GATHERING_MS = 8_000;
