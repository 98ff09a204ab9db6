import { PageRefusal, type PageRefusalOptions } from '@formwork/server/internal';

/** The reason why a public form refuses a request. */
export type FormRefusalReason =
  /** No skill with a public form has this id, or nothing is at this path. */
  | 'NOT_PUBLISHED'
  /** The operator does not let pages of this origin use the form. */
  | 'ORIGIN'
  /** The body has the wrong type, size or shape. */
  | 'BODY'
  /** Too many requests came from this address. */
  | 'RATE_LIMITED'
  /** The key of the submission came with other data before. */
  | 'KEY_REUSED'
  /** No task belongs to the receipt: it is wrong, or its task has been deleted. */
  | 'RECEIPT_UNKNOWN'
  /** The signature of the link is wrong, or the link is for another skill. */
  | 'LINK_INVALID'
  /** The link is older than its signature allows. */
  | 'LINK_EXPIRED'
  /** The link could be used once, and was. */
  | 'LINK_USED'
  /** The link gives a value that the form does not take. */
  | 'LINK_VALUES'
  /** The server is closing or has too much to do, or the agent cannot be reached. */
  | 'UNAVAILABLE';

const STATUS: Readonly<Record<FormRefusalReason, number>> = {
  NOT_PUBLISHED: 404,
  ORIGIN: 403,
  BODY: 400,
  RATE_LIMITED: 429,
  KEY_REUSED: 409,
  RECEIPT_UNKNOWN: 404,
  LINK_INVALID: 403,
  LINK_EXPIRED: 403,
  LINK_USED: 409,
  LINK_VALUES: 422,
  UNAVAILABLE: 503,
};

/** Thrown when a public form refuses a request. The message is for people. */
export class FormRefusal extends PageRefusal<FormRefusalReason> {
  readonly code = 'PUBLIC_FORM_REFUSED';

  constructor(reason: FormRefusalReason, message: string, options: PageRefusalOptions = {}) {
    super(reason, message, { status: STATUS[reason], ...options });
  }
}
