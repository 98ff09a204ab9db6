/** The texts around a form and what was sent with it, in one language. */
export interface FormTexts {
  readonly forms: string;
  /** The word beside the title of a form that the agent may stop accepting. */
  readonly deprecated: string;
  readonly run: (skill: string) => string;
  readonly noInput: string;
  readonly unchecked: string;
  readonly draftBack: (time: string) => string;
  readonly draftDrift: string;
  /** The note on a form that another tab has changed as well. */
  readonly otherTab: string;
  readonly linkFilled: string;
  readonly linkDrift: string;
  readonly runFilled: (time: string) => string;
  readonly noLongerFits: string;
  readonly stillFits: string;
  readonly startOver: string;
  readonly secret: (origin: string) => string;
  readonly batch: string;
  readonly asJson: string;
  readonly chat: string;
  readonly copyLink: string;
  readonly linkCopied: string;
  readonly linkTooLong: string;
  /** The sentence below the field for files. */
  readonly filesHint: string;
  readonly notSent: string;
  readonly notSentNext: string;
  readonly workingLong: string;
  readonly print: string;
}
