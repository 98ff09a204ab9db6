import type { Messages } from './messages.ts';
import { ENGLISH_RESULT } from './result/english.ts';
import { ENGLISH_TASK } from './task/english.ts';

/** The texts in English. What is wrong with a value is told in the words of core. */
export const ENGLISH: Messages = {
  language: 'en',
  direction: 'ltr',
  result: ENGLISH_RESULT,
  task: ENGLISH_TASK,
  send: 'Send',
  required: 'required',
  errorHeading: 'There is a problem',
  entryName: 'Name',
  none: 'None',
  choose: 'Type to search',
  noMatches: 'Nothing found',
  pickColor: 'Pick a colour',
  json: 'JSON: texts in quotes, lists in [ ], groups in { }',
  jsonInvalid: 'is not valid JSON yet: check quotes, commas and brackets',
  jsonForm: 'Enter the data as JSON',
  drawingFailed: 'This form could not be drawn. You can enter the data as JSON instead.',
  unchecked: 'What you enter is checked by the agent, not here.',
  uncheckedFields: (labels) =>
    `${labels || 'Some of this'} could not be checked here; the agent checks it.`,
  typeNames: {
    string: 'Text',
    number: 'Number',
    integer: 'Whole number',
    boolean: 'Yes or no',
    object: 'Group',
    array: 'List',
    null: 'Nothing',
  },
  rowLabel: (label, n) => `${label} ${n}`,
  kindOf: (label) => `Kind of ${label}`,
  add: (label) => `Add ${label}`,
  addTo: (label) => `Add to ${label}`,
  remove: (label) => `Remove ${label}`,
  moveUp: (label) => `Move ${label} up`,
  moveDown: (label) => `Move ${label} down`,
  rowNumber: 'Row',
  emptyRow: 'Empty',
  previous: 'Previous',
  next: 'Next',
  goToRow: 'Go to row',
  pagesOf: (label) => `Pages of ${label}`,
  rowsShown: (from, to, total) => `${from} to ${to} of ${total}`,
  cell: (column, row) => `${column}, ${row}`,
  matches: (count) => (count === 1 ? '1 match' : `${count} matches`),
  fileLimit: (bytes) => `At most ${bytes}`,
  fileRefused: (name, reason) =>
    reason === 'size' ? `${name} is too large` : `${name} could not be read`,
  problem: (label, { keyword, message }) =>
    keyword === 'required' ? `${label} is required: enter a value` : `${label} ${message}`,
};
