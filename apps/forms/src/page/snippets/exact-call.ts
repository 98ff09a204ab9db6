/** A call as it went over the wire, without what says who calls. */
export interface ExactCall {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  /** Of A2A, such as `1.0`. */
  readonly protocolVersion: string;
  /** Names of headers that say who calls; their values are placeholders. */
  readonly credentials: readonly string[];
}
