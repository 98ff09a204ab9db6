import { PROBLEMS } from './english-problems.ts';
import type { LazyMessages } from './lazy-messages.ts';

/** The texts of parts of forms that are loaded late, in English. */
export const LAZY: LazyMessages = {
  problems: PROBLEMS,
  findField: 'Find a field',
  fieldsFound: (count, text) => (count === 1 ? '1 field' : `${text} fields`),
  requiredLeft: (count, text) =>
    count === 1 ? '1 required field left' : `${text} required fields left`,
  noneLeft: 'Nothing required is left',
  close: 'Close',
  answeredElsewhere: 'This was answered elsewhere.',
  answeredBy: (who, isByLink) =>
    who === undefined
      ? 'The agent answers itself: the time is over.'
      : `Answered by ${who}${isByLink ? ', by link' : ''}.`,
  sheet: {
    keys: 'Arrow keys move, typing or Enter edits, Tab goes on, Delete empties. You can copy and paste blocks.',
    addRow: 'Add a row',
    removeRows: (count, text) => (count === 1 ? 'Remove the row' : `Remove ${text} rows`),
    pasteHere: 'Copy rows in your spreadsheet and paste them here',
    columns: 'What the columns contain',
    skip: 'Leave out',
    columnOf: (name) => `Column ${name}`,
    usedColumns: (names) => `Used: ${names}`,
    unusedColumns: (names) => `Left out: ${names}`,
    firstRowIsHead: 'The first row contains the names of the columns',
    preview: (count, text) => (count === 1 ? '1 row' : `${text} rows`),
    misfit: 'does not fit',
    misfits: (count, text) =>
      count === 1
        ? '1 row does not fit. See what is marked.'
        : `${text} rows do not fit. See what is marked.`,
    addGood: (count, text) => (count === 1 ? 'Add 1 row' : `Add ${text} rows`),
    addAll: (count, text) =>
      count === 1 ? 'Add it and fix it in the form' : `Add all ${text} and fix them in the form`,
    nothing: 'No rows found in the text.',
    openQuote: 'A quotation mark is never closed, so the rows cannot be separated.',
    onlyFirst: (text) => `Only the first ${text} rows are read. Paste the others afterwards.`,
    added: (count, text) => (count === 1 ? '1 row added' : `${text} rows added`),
  },
};
