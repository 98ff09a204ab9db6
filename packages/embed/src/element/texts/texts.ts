/** The texts of the element itself in one language, beside those of forms and tasks. */
export interface Texts {
  readonly loading: string;
  /** The heading in place of a form that cannot be shown. */
  readonly unavailable: string;
  /** The advice in place of a form, by the reason why it cannot be shown. */
  readonly reasons: Readonly<Record<RefusalKind, string>>;
  readonly tryAgain: string;
  /** The note above a form into which a link has filled values; `labels` lists their fields. */
  prefilled(labels: string): string;
  /** The note above a form with values that the visitor cannot change; `labels` lists them. */
  fixed(labels: string): string;
  /** The note above a form whose link can be used once. */
  readonly once: string;
  /** The text beside the link to the receipt of a submission. */
  readonly keepReceipt: string;
  /** The text of the link to the receipt. */
  readonly receipt: string;
  /** The heading of the page of a receipt. */
  readonly yours: string;
  /** The label of the button that opens a new form after a submission. */
  readonly another: string;
  /** The label of the button that opens the form again with what was sent. */
  readonly change: string;
}

/** The reason why a form cannot be shown or sent, as far as it decides what to tell the visitor. */
export type RefusalKind =
  | 'missing'
  | 'network'
  | 'origin'
  | 'receipt'
  | 'link-invalid'
  | 'link-expired'
  | 'link-used'
  | 'settings';

const KINDS: ReadonlyMap<string, RefusalKind> = new Map([
  ['NOT_PUBLISHED', 'missing'],
  ['ORIGIN', 'origin'],
  ['RECEIPT_UNKNOWN', 'receipt'],
  ['LINK_INVALID', 'link-invalid'],
  ['LINK_EXPIRED', 'link-expired'],
  ['LINK_USED', 'link-used'],
  ['SETTINGS', 'settings'],
]);

/** Returns the kind of refusal for the reason that an agent's server gave; `undefined` for others. */
export function toRefusalKind(reason: string): RefusalKind | undefined {
  return KINDS.get(reason);
}
