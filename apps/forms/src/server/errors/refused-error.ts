import { FormworkError } from '@formwork/schema';

/** Why the gateway does not do what a page asked for. */
export type RefusalReason =
  /** The request comes from a page of another origin. */
  | 'ORIGIN'
  /** Somebody comes back from a provider who was not sent there. */
  | 'SIGN_IN'
  /** The request came under a name that is not this server's. */
  | 'HOST'
  /** The body is not of the type, the size or the shape that it must have. */
  | 'BODY'
  /** The agent is none that may be called from here. */
  | 'AGENT'
  /** There are credentials that the agent's card does not ask for. */
  | 'HEADERS'
  /** Too many streams are open. */
  | 'BUSY'
  /** The agent took longer than a call may take. */
  | 'TIMEOUT'
  /** There is nothing at this path, or not for this method. */
  | 'NOT_FOUND';

const STATUS: Readonly<Record<RefusalReason, number>> = {
  ORIGIN: 403,
  SIGN_IN: 403,
  HOST: 421,
  BODY: 400,
  AGENT: 403,
  HEADERS: 400,
  BUSY: 503,
  TIMEOUT: 504,
  NOT_FOUND: 404,
};

/** Options of {@link RefusedError}. */
export interface RefusedErrorOptions extends ErrorOptions {
  /** HTTP status. Default: that of the reason. */
  readonly status?: number;
}

/** Thrown when the gateway does not do what a page asked for. The message is for people. */
export class RefusedError extends FormworkError {
  readonly code = 'GATEWAY_REFUSED';
  readonly reason: RefusalReason;
  /** HTTP status. */
  readonly status: number;

  constructor(reason: RefusalReason, message: string, options: RefusedErrorOptions = {}) {
    super(message, options);
    this.reason = reason;
    this.status = options.status ?? STATUS[reason];
  }
}
