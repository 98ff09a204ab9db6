/** The texts of the element itself in one language, beside those of forms and tasks. */
export interface Texts {
  readonly loading: string;
  /** The heading in place of a form that cannot be shown. */
  readonly unavailable: string;
  /** The advice in place of a form, by the reason why it cannot be shown. */
  readonly reasons: Readonly<Record<RefusalKind | 'network' | 'busy', string>>;
  readonly tryAgain: string;
  /** The note above a form into which a link has filled values; `labels` lists their fields. */
  prefilled(labels: string): string;
  /** The same note for values that the page around the form has chosen. */
  given(labels: string): string;
  /** The note above a form with values that the visitor cannot change; `labels` lists them. */
  fixed(labels: string): string;
  /** The note above a form whose link can be used once. */
  readonly once: string;
  /** The note above a form that could not be sent, and that still has what was entered. */
  readonly unsent: string;
  /** The text beside the link to the receipt of a submission. */
  readonly keepReceipt: string;
  /** The label of the link that begins an e-mail with the link to the receipt. */
  readonly sendReceipt: string;
  /** The text of the link to the receipt. */
  readonly receipt: string;
  /** The heading of the page of a receipt; `form` is the heading of its form. */
  receiptOf(form: string): string;
  /** The note on the page of a receipt why it does not show what was sent. */
  readonly receiptHelp: string;
  /** The label of the button that opens a new form after a submission. */
  readonly another: string;
  /** The label of the button that opens the form again with what was sent. */
  readonly change: string;
}

/** The reason why a form cannot be shown or sent, for which trying again is no help. */
export type RefusalKind =
  | 'missing'
  | 'origin'
  | 'receipt'
  | 'link-invalid'
  | 'link-expired'
  | 'link-used'
  | 'link-values'
  | 'settings';

const KINDS: ReadonlyMap<string, RefusalKind> = new Map([
  ['NOT_PUBLISHED', 'missing'],
  ['ORIGIN', 'origin'],
  ['RECEIPT_UNKNOWN', 'receipt'],
  ['LINK_INVALID', 'link-invalid'],
  ['LINK_EXPIRED', 'link-expired'],
  ['LINK_USED', 'link-used'],
  ['LINK_VALUES', 'link-values'],
  ['SETTINGS', 'settings'],
]);

/** Returns the kind of refusal for the reason that an agent's server gave; `undefined` for others. */
export function toRefusalKind(reason: string): RefusalKind | undefined {
  return KINDS.get(reason);
}
