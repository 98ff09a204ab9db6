/** What both essay servers are asked for, as the text of a message. */
export interface EssayRequest {
  readonly chunks: number;
  readonly characters: number;
  /** True waits for each chunk before the next is sent, as far as the server lets a handler wait. */
  readonly awaited: boolean;
  /** How long to wait after each chunk, in milliseconds. Default 0. */
  readonly pauseMs?: number;
}

/** Reads what {@link EssayRequest} looks like as JSON. */
export function parseEssayRequest(text: string): EssayRequest {
  return JSON.parse(text) as EssayRequest;
}
