import type { ProblemMessages } from './problem-messages.ts';

/**
 * The texts of parts of forms that are loaded only when they are needed, in one language. Numbers
 * come as the language writes them; `count` is the number for choosing a plural.
 */
export interface LazyMessages {
  /** The name of the field that searches the fields of a long form. */
  readonly findField: string;
  fieldsFound(count: number, text: string): string;
  /** The button that leads to the next required field that is empty. */
  requiredLeft(count: number, text: string): string;
  readonly noneLeft: string;
  readonly close: string;
  /** The note beside a question that another page or program has answered. */
  readonly answeredElsewhere: string;
  /**
   * Says who answered a question; `undefined` if another answer counts because none came in time.
   */
  answeredBy(who: string | undefined, isByLink: boolean): string;
  readonly sheet: {
    /** The sentence that says which keys work in the spreadsheet. */
    readonly keys: string;
    readonly addRow: string;
    removeRows(count: number, text: string): string;
    readonly pasteHere: string;
    /** The heading above the choice of a field for each column of a pasted table. */
    readonly columns: string;
    readonly skip: string;
    columnOf(name: string): string;
    /** Says which columns of a pasted table are used; `names` is a list in the form's language. */
    usedColumns(names: string): string;
    unusedColumns(names: string): string;
    readonly firstRowIsHead: string;
    preview(count: number, text: string): string;
    readonly misfit: string;
    misfits(count: number, text: string): string;
    addGood(count: number, text: string): string;
    addAll(count: number, text: string): string;
    readonly nothing: string;
    readonly openQuote: string;
    /** Says that the rows after these were left out. */
    onlyFirst(text: string): string;
    added(count: number, text: string): string;
  };
  readonly problems: ProblemMessages;
}
