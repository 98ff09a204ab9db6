import { FormworkError } from '@formwork/schema';

/** The reason why the gateway refuses the request of a page. */
export type RefusalReason =
  /** The request comes from a page of another origin. */
  | 'ORIGIN'
  /**
   * The person comes back from the sign-in provider without having been sent there from this
   * browser.
   */
  | 'SIGN_IN'
  /** The request is for a host name that this server does not have. */
  | 'HOST'
  /** The body has the wrong type, size or shape. */
  | 'BODY'
  /** The address is not that of an agent which may be called from here. */
  | 'AGENT'
  /** The request has credentials that the agent's card does not ask for. */
  | 'HEADERS'
  /** The limit of open streams is reached. */
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
  /** The HTTP status of the response. Default: that of the reason. */
  readonly status?: number;
}

/** Thrown when the gateway refuses the request of a page. The message is for people. */
export class RefusedError extends FormworkError {
  readonly code = 'GATEWAY_REFUSED';
  readonly reason: RefusalReason;
  /** The HTTP status of the response. */
  readonly status: number;

  constructor(reason: RefusalReason, message: string, options: RefusedErrorOptions = {}) {
    super(message, options);
    this.reason = reason;
    this.status = options.status ?? STATUS[reason];
  }
}
