/**
 * All texts about results in one language, except those of agents. Numbers come as the language
 * writes them; `count` is the number for choosing a plural.
 */
export interface ResultMessages {
  /** The heading of a result that has no title. */
  readonly result: string;
  /** The name of the tabs that switch between the views of a result. */
  readonly views: string;
  readonly waiting: string;
  readonly nothing: string;
  readonly empty: string;
  readonly yes: string;
  readonly no: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyFailed: string;
  readonly downloadJson: string;
  readonly downloadCsv: string;
  /** The name of the choice of a table's columns. */
  readonly columns: string;
  /** The button that shows a table in the whole window. */
  readonly wholeWidth: string;
  /** The button that ends the view in the whole window. */
  readonly close: string;
  readonly unreadableFile: string;
  readonly newTab: string;
  readonly files: string;
  readonly asTable: string;
  readonly filter: string;
  readonly previous: string;
  readonly next: string;
  readonly showMore: string;
  /** The word before a problem of the result. */
  readonly problem: string;
  /** The mark of a result that fits its schema. */
  readonly checked: string;
  /** The text that describes the value that came in place of a valid one, such as `integer 4`. */
  received(value: string): string;
  differs(schema: string, count: number): string;
  download(name: string): string;
  /** The text that says which rows of a table are shown, such as "1–100 of 250". */
  rows(from: string, to: string, total: string): string;
  rowCount(count: number, text: string): string;
  items(count: number, text: string): string;
  /** The label of the button that shows more items; `count` is the number of hidden ones. */
  more(count: string): string;
  outOf(value: string, most: string): string;
  between(value: string, least: string, most: string): string;
  /** The description of a chart for people who cannot see it. */
  chart(lines: string, over: string): string;
  chartRange(line: string, least: string, most: string): string;
}
