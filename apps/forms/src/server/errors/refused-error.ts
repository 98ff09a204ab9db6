import { PageRefusal, type PageRefusalOptions } from '@formwork/server/internal';

/** The reason why the gateway refuses the request of a page. */
export type RefusalReason =
  /** The request comes from a page of another origin. */
  | 'ORIGIN'
  /** The page is that of another person than the one who is signed in now. */
  | 'SIGN_IN'
  /** The caller may not see the page's data: it lacks a scope, or is not on this machine. */
  | 'SCOPE'
  /** The request is for a host name that this server does not have. */
  | 'HOST'
  /** The body has the wrong type, size or shape. */
  | 'BODY'
  /** The address is not that of an agent that this server may call. */
  | 'AGENT'
  /** The request has credentials in headers that the agent's card does not ask for. */
  | 'HEADERS'
  /** The maximum number of open streams is reached. */
  | 'BUSY'
  /** What a person signed in with cannot be renewed for now. */
  | 'UNAVAILABLE'
  /** The agent took longer than the time limit of the call. */
  | 'TIMEOUT'
  /** The agent has no people door, or the request to it is wrong. */
  | 'PEOPLE'
  /** The people door of the agent did not answer as it must. */
  | 'NETWORK'
  /** The server has nothing at this path, or nothing for this method. */
  | 'NOT_FOUND';

const STATUS: Readonly<Record<RefusalReason, number>> = {
  ORIGIN: 403,
  SIGN_IN: 403,
  SCOPE: 403,
  HOST: 421,
  BODY: 400,
  AGENT: 403,
  HEADERS: 400,
  BUSY: 503,
  UNAVAILABLE: 503,
  TIMEOUT: 504,
  PEOPLE: 400,
  NETWORK: 502,
  NOT_FOUND: 404,
};

/** Thrown when the gateway refuses the request of a page. The message is for people. */
export class RefusedError extends PageRefusal<RefusalReason> {
  readonly code = 'GATEWAY_REFUSED';

  constructor(reason: RefusalReason, message: string, options: PageRefusalOptions = {}) {
    super(reason, message, { status: STATUS[reason], ...options });
  }
}
