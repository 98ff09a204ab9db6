/** A key that a journey presses, by its name in `KeyboardEvent.key`, or one character. */
export type Key = 'Enter' | 'Tab' | (string & {});

/**
 * A window of a browser with an empty profile, in English. A person with a keyboard uses it: it has
 * keys and no pointer, and what is on the page is only read.
 */
export interface JourneyWindow {
  /** Opens a page, and resolves when it has loaded. */
  readonly open: (url: string) => Promise<void>;
  /** Loads the page again, and resolves when it has loaded. */
  readonly reload: () => Promise<void>;
  /** Presses and releases a key; with `control`, while Ctrl is held. */
  readonly press: (key: Key, options?: { readonly control?: boolean }) => Promise<void>;
  /** Presses and releases a key for each character. */
  readonly type: (text: string) => Promise<void>;
  /**
   * Types a date, such as `2027-05-01`, into its field, which browsers draw in different ways.
   */
  readonly typeDate: (date: string) => Promise<void>;
  /** Evaluates an expression in the page, and returns its value, which must be JSON. */
  readonly read: (expression: string) => Promise<unknown>;
  /** Lists the errors of the page's scripts so far, and what its policy has refused. */
  readonly listErrors: () => Promise<readonly string[]>;
  /** Ends the window, and the browser if it was started for this window alone. */
  readonly close: () => Promise<void>;
}

/** Returns the digits of a date in the order of American English: month, day, year. */
export function toAmericanParts(date: string): readonly [string, string, string] {
  const [year = '', month = '', day = ''] = date.split('-');
  return [month, day, year];
}
