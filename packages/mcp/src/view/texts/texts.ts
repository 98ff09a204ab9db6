/** What the page says itself, in one language. */
export interface Texts {
  /** While the host has said nothing yet. */
  readonly waiting: string;
  /** While the model writes the arguments. */
  readonly preparing: string;
  /** Opens the form with what was sent. */
  readonly change: string;
  /** Leaves the form without sending. */
  readonly back: string;
  /** Has the model go on. */
  readonly goOn: string;
  /** What the person says in the chat then. */
  readonly goOnMessage: (title: string) => string;
  /** Whom the form is from. */
  readonly agent: (alias: string) => string;
  readonly openLink: (host: string) => string;
  readonly open: string;
  readonly cancel: string;
  /** The host opens no links. */
  readonly noLinks: string;
  /** The host saves no files. */
  readonly noDownloads: string;
  /** The host did not do it. */
  readonly refused: string;
}
