import type { ResultMessages } from './result-messages.ts';

/** The texts around a result in English. */
export const ENGLISH_RESULT: ResultMessages = {
  result: 'Result',
  views: 'Views of the result',
  waiting: 'Waiting for the result',
  nothing: 'The agent sent nothing.',
  empty: 'None',
  yes: 'Yes',
  no: 'No',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not copy: select the text in JSON and copy it',
  downloadJson: 'Download JSON',
  downloadCsv: 'Download CSV',
  unreadableFile: 'This file is damaged',
  newTab: 'opens in a new tab',
  files: 'Files',
  asTable: 'Show as a table',
  filter: 'Filter',
  previous: 'Previous',
  next: 'Next',
  showMore: 'Show more',
  problem: 'Not as promised',
  matches: (schema) => `Matches ${schema}`,
  received: (value) => `it is ${value}`,
  differs: (schema, count) =>
    count === 1
      ? `One thing is not as ${schema} promises`
      : `${count} things are not as ${schema} promises`,
  download: (name) => `Download ${name}`,
  rows: (from, to, total) => `Rows ${from} to ${to} of ${total}`,
  rowCount: (count, text) => (count === 1 ? '1 row' : `${text} rows`),
  items: (count, text) => (count === 1 ? '1 item' : `${text} items`),
  more: (count) => `Show ${count} more`,
  outOf: (value, most) => `${value} of ${most}`,
  between: (value, least, most) => `${value} (from ${least} to ${most})`,
  chart: (lines, over) => `${lines} over ${over}`,
  chartRange: (line, least, most) => `${line}: from ${least} to ${most}`,
};
