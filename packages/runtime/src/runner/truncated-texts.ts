import type { TaskLogger } from '@formwork/core';
import { hasLoneSurrogate, toWholeText } from '@formwork/schema/json';

/** The entry of the log for a text that was cut; its fields say which text it is. */
const CUT_TEXT =
  'A text is cut within a character: U+FFFD stands for the half. Cut texts between characters, as Array.from and Intl.Segmenter do, or call toWellFormed() on them';

/**
 * The texts for people that one run sends and that may be cut within a character, as
 * `text.slice(0, 100)` does. Such a half is no reason to lose the work of a task, and UTF-8 has no
 * form for it, so every door gives U+FFFD. The first one is logged: a stream may have thousands.
 */
export class TruncatedTexts {
  readonly #log: Pick<TaskLogger, 'warn'>;
  #isTold = false;

  constructor(log: Pick<TaskLogger, 'warn'>) {
    this.#log = log;
  }

  /** Returns a text with U+FFFD for each half of a surrogate pair; `label` says which text it is. */
  mend(text: string, label: string): string {
    if (!hasLoneSurrogate(text)) return text;
    if (!this.#isTold) {
      this.#isTold = true;
      this.#log.warn(CUT_TEXT, { place: `${label}, at ${text.search(/\p{Surrogate}/u)}` });
    }
    return toWholeText(text);
  }
}
