/**
 * Every text around a result that is not the agent's. Numbers come as the language writes them;
 * `count` is there for the choice of a plural.
 */
export interface ResultMessages {
  /** The title of a result that has none. */
  readonly result: string;
  /** Names the tabs. */
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
  readonly unreadableFile: string;
  readonly newTab: string;
  readonly files: string;
  readonly asTable: string;
  readonly filter: string;
  readonly previous: string;
  readonly next: string;
  readonly showMore: string;
  /** Stands before what does not fit. */
  readonly problem: string;
  matches(schema: string): string;
  /** The value that came in place of the promised one, such as `integer 4`. */
  received(value: string): string;
  differs(schema: string, count: number): string;
  download(name: string): string;
  /** Rows of one page, and how many there are. */
  rows(from: string, to: string, total: string): string;
  rowCount(count: number, text: string): string;
  items(count: number, text: string): string;
  /** How many more there are than what is shown. */
  more(count: string): string;
  outOf(value: string, most: string): string;
  between(value: string, least: string, most: string): string;
  /** Describes a chart for whoever cannot see it. */
  chart(lines: string, over: string): string;
  chartRange(line: string, least: string, most: string): string;
}
