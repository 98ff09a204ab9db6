/**
 * The text message to both essay servers, as JSON: the number of chunks, and their length in
 * characters.
 */
export interface EssayRequest {
  readonly chunks: number;
  readonly characters: number;
  /**
   * True awaits each chunk before the next is sent, as far as the server allows a handler to wait.
   */
  readonly awaited: boolean;
  /** The pause after each chunk, in milliseconds. Default 0. */
  readonly pauseMs?: number;
}

/** Parses an {@link EssayRequest} from JSON. */
export function parseEssayRequest(text: string): EssayRequest {
  return JSON.parse(text) as EssayRequest;
}
