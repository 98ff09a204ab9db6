/** The codes of JSON-RPC for requests that are wrong in themselves. */
const MALFORMED: ReadonlySet<unknown> = new Set([-32_700, -32_600, -32_601, -32_602]);

/**
 * An error that an agent answered with over JSON-RPC. It has the members of the SDK's errors, and
 * leaves this package only by `agent.transport`.
 */
export class RpcFailure extends Error {
  override readonly name = 'RpcFailure';
  /** The reason that follows from the code, if the error's own details give none. */
  readonly reason: string;
  readonly envelopeCode: unknown;
  /** The details of the error. */
  readonly data: unknown;

  constructor({ code, message, data }: Readonly<Record<string, unknown>>) {
    super(typeof message === 'string' ? message : 'An unexpected error occurred.');
    this.reason = MALFORMED.has(code) ? 'INVALID_PARAMS' : 'INTERNAL_ERROR';
    this.envelopeCode = code;
    this.data = data;
  }
}
