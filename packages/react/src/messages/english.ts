import type { Problem } from '@formwork/schema';
import { formatNumber } from '../text/format-number.ts';
import { readNumber } from '../text/read-number.ts';
import { toVisibleText } from '../text/visible-text.ts';
import type { Messages } from './messages.ts';
import { toProblemFact } from './problem-fact.ts';
import type { ResultMessages } from './result/result-messages.ts';
import type { TaskMessages } from './task/task-messages.ts';

/** Patterns of the names of JSON types, each with the word that people who fill in forms know. */
const TYPE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\ba string\b|\bstring\b/gu, 'text'],
  [/\ban? integer\b|\binteger\b/gu, 'a whole number'],
  [/\ba boolean\b|\bboolean\b/gu, 'yes or no'],
  [/\ban? array\b|\barray\b/gu, 'a list'],
  [/\ban? object\b|\bobject\b/gu, 'a group'],
  [/\bnull\b/gu, 'nothing'],
];

const ENGLISH_TASK: TaskMessages = {
  states: {
    sending: 'Sending',
    working: 'Working',
    waiting: 'Not sent yet',
    reconnecting: 'Reconnecting',
    asking: 'Needs your answer',
    others: 'Waits for other people',
    authorizing: 'Needs your consent',
    done: 'Done',
    mismatch: 'Done, with an unexpected result',
    failed: 'Failed',
    canceled: 'Canceled',
    rejected: 'Declined',
    unsent: 'Not sent',
  },
  advice: {
    network: 'The agent cannot be reached. Check your connection, then try again.',
    'sign-in': 'Sign in, then try again.',
    access: 'You are not allowed to do this. Ask the owner of the agent for access.',
    later: 'You have sent too much in a short time. Wait a moment, then try again.',
    gone: 'The agent does not know this task any more. You can start it again.',
    input: 'Change what is listed here and send it again.',
    skill: 'The agent cannot do this at present. Tell its owner, or ask in text.',
    other: 'You can try again. If it happens again, tell the owner of the agent.',
  },
  laterIn: (wait) => `You have sent too much in a short time. You can try again in ${wait}.`,
  sent: 'You sent',
  message: 'Message',
  cancel: 'Cancel',
  canceling: 'Stopping…',
  cancelFailed: 'The task could not be canceled. It continues.',
  progress: 'Progress',
  silent: 'This takes a while. You can leave: the task continues, and you find it here again.',
  keepOpen: 'Keep this page open until the agent has it.',
  givenUp: 'The agent had not answered yet, and may still do this.',
  answerUnsure:
    'The page was closed or reloaded before the agent confirmed this answer. Send it now: it counts once.',
  nextTry: (wait) => `Next try in ${wait}`,
  trying: 'Trying again…',
  tryNow: 'Try now',
  elapsed: 'Time',
  took: (time) => `in ${time}`,
  partial: 'So far',
  beside: 'Also sent',
  question: 'Question',
  answer: 'Answer',
  yourAnswer: 'Your answer',
  answerMissing: 'Enter an answer',
  answerRefused: 'The answer was not taken',
  others: {
    waitingFor: 'Waiting for',
    askedAt: 'Asked',
    dueAt: 'Answer due',
    overdue: 'overdue',
    claimedBy: 'Taken by',
    help: 'You need not do anything: this continues once they have answered.',
    role: (name) => `anyone with the role ${name}`,
  },
  agentWrote: 'Full message from the agent',
  formRefused: 'The form of this question cannot be shown safely:',
  answerAsJson: 'Your answer, as text or JSON',
  proceed: 'Continue',
  consentHelp: 'It opens in a new tab. Check the address, and come back when you are done.',
  noLink: 'The agent gave no link. Do what it says, then continue.',
  tryAgain: 'Try again',
  agentSays: 'The agent says',
  technical: 'Details',
  hidden: 'hidden',
  showAll: 'Show all',
  earlier: (count) => (count === 0 ? 'Show earlier text' : `Show earlier ones (${count})`),
  waitingForForm: 'The form is loading…',
  open: (host) => `Open ${host}`,
  file: (mediaType, size) => `File (${mediaType}, ${size})`,
};

/** The texts around a result, in English. */
const ENGLISH_RESULT: ResultMessages = {
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
  columns: 'Columns',
  wholeWidth: 'Full width',
  close: 'Close',
  unreadableFile: 'This file is damaged',
  newTab: 'opens in a new tab',
  files: 'Files',
  asTable: 'Show as a table',
  filter: 'Filter',
  previous: 'Previous',
  next: 'Next',
  showMore: 'Show more',
  problem: 'Unexpected result',
  checked: 'Checked',
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

/** All texts of forms, tasks and results, in English. */
export const ENGLISH: Messages = {
  language: 'en',
  direction: 'ltr',
  result: ENGLISH_RESULT,
  task: ENGLISH_TASK,
  more: async () => (await import('./lazy-messages/english.ts')).LAZY,
  send: 'Send',
  required: 'required',
  fixed: 'cannot be changed',
  deprecated: 'deprecated',
  deprecatedForm: 'Deprecated: the agent may stop accepting this form.',
  entryName: 'Name',
  entryValue: 'Value',
  nameMissing: 'is required: enter one',
  nameTaken: 'is taken: enter another one',
  none: 'None',
  choose: 'Type to search',
  noMatches: 'Nothing found',
  pickColor: 'Pick a colour',
  json: 'JSON: texts in quotes, lists in [\u00a0], groups in {\u00a0}',
  jsonInvalid: 'is not valid JSON yet: check quotes, commas and brackets',
  jsonInexact: 'has a number that cannot be sent exactly: enter fewer digits',
  tooLong: 'Too long to be changed here. It is sent as it is.',
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
  rowLabel: (label, n) => `${toRowName(label)} ${n}`,
  kindOf: (label) => `Kind of ${label}`,
  add: (label) => `Add ${label}`,
  addEntry: 'Add an entry',
  addTo: (label) => `Add to ${label}`,
  addRow: (label) => `Add ${toSingular(label) ?? `to ${label}`}`,
  noRows: 'None yet',
  pasteRows: 'Paste rows',
  timeZone: 'Time zone',
  unit: 'Unit',
  addUnit: 'Add a smaller unit',
  asSheet: 'Spreadsheet',
  remove: (label) => `Remove ${label}`,
  moveUp: (label) => `Move ${label} up`,
  moveDown: (label) => `Move ${label} down`,
  sending: 'Sending',
  sendKeys: (isApple) => (isApple ? '⌘ Enter' : 'Ctrl+Enter'),
  examples: 'Examples',
  example: 'Example',
  filledWith: (example) => `Filled with ${example}`,
  undo: 'Undo',
  sections: 'Sections',
  consent: 'consent',
  sectionStates: { filled: 'filled', problem: 'problem' },
  sentBy: (origin) => `Answers go to ${origin}`,
  secretWarning: (origin) => `Only enter what you would give to ${origin}`,
  chooseFile: 'Choose a file',
  chooseFiles: 'Choose files',
  dropFiles: 'or drop files here',
  uploading: 'Uploading',
  notUploaded: 'is not uploaded yet',
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
  problem: (label, problem) => toEnglishProblem(problem, { label, isEntered: true }),
  misfit: (label, problem) => toEnglishProblem(problem, { label, isEntered: false }),
  refused: (issue) => issue.message,
};

/** Plurals that do not end in "s". */
const IRREGULAR: Readonly<Record<string, string>> = {
  children: 'child',
  people: 'person',
  men: 'man',
  women: 'woman',
};

/**
 * Returns the singular of an English label in lower case, such as "child" for "Children";
 * `undefined` if it is not certain.
 */
function toSingular(label: string): string | undefined {
  const [, before = '', last = ''] = /^((?:[A-Za-z]+[ -])*)([A-Za-z]{3,})$/u.exec(label) ?? [];
  const word = last.toLowerCase();
  // Capitals within a word, such as in "URLs", are kept.
  const isName = /[A-Z]/u.test(`${before}${last}`.slice(1));
  const start = isName ? before : before.toLowerCase();
  const irregular = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined;
  if (irregular !== undefined) return `${start}${irregular}`;
  const stem = isName ? last : word;
  if (/[^aeiou]ies$/u.test(word) && word.length > 4) return `${start}${stem.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x)es$/u.test(word)) return `${start}${stem.slice(0, -2)}`;
  return /[^su]s$/u.test(word) && !/(?:is|ss|us|news|series|species)$/u.test(word)
    ? `${start}${stem.slice(0, -1)}`
    : undefined;
}

/** Returns the name of a row of a list: "Child" in the list "Children". */
function toRowName(label: string): string {
  const singular = toSingular(label);
  if (singular === undefined) return label;
  const first = singular.charAt(0);
  return (/^[A-Z]/u.test(label) ? first.toUpperCase() : first) + singular.slice(1);
}

/**
 * Writes the sentence about a problem for the person who fills in the form. It says only what value
 * is expected, because the field shows the entered one.
 */
export function toEnglishProblem(
  problem: Problem,
  {
    label: rawLabel,
    isEntered,
  }: {
    readonly label: string;
    /** True if the value was entered in this form, so that the person can change it. */
    readonly isEntered: boolean;
  },
): string {
  const label = toVisibleText(rawLabel);
  const fact = toProblemFact(problem);
  if (fact.kind === 'missing') {
    return isEntered ? `${label} is required: enter a value` : `${label} is missing`;
  }
  if (fact.kind === 'number') {
    const kind = fact.isWhole ? 'a whole number' : 'a number';
    if (!isEntered) return `${label} must be ${kind}`;
    const reading = readNumber(fact.typed ?? '', { language: 'en', isWhole: fact.isWhole });
    if (reading.kind === 'ambiguous') {
      return `${label} can be read in two ways: enter ${reading.readings.join(' or ')}`;
    }
    if (reading.kind === 'inexact') return `${label}: a number like this cannot be sent exactly`;
    return `${label}: enter ${kind}, such as ${fact.isWhole ? '12' : '12.50'}`;
  }
  if (fact.kind === 'skipped' && isEntered) {
    return `${label}: there is no such time here on that day, as the clock is put forward`;
  }
  if (fact.kind === 'zoneless' && isEntered) return `${label} has no time zone: enter it again`;
  if (fact.kind === 'decimals') {
    const count = ['one decimal', 'two decimals', 'three decimals'][fact.count - 1];
    return `${label} must have at most ${count ?? `${fact.count} decimals`}`;
  }
  if (fact.kind === 'bound') {
    return `${label} must be ${fact.comparison} ${formatNumber(fact.limit, 'en')}`;
  }
  return toVisibleText(toSentence(label, problem));
}

/**
 * Writes the sentence about a problem from the label of its field and the message of the validator.
 */
function toSentence(label: string, problem: Problem): string {
  const { keyword, received, suggestion } = problem;
  const ending = received === undefined ? '' : ` but is ${received}`;
  const whole = problem.message;
  const message = whole.endsWith(ending) ? whole.slice(0, whole.length - ending.length) : whole;
  const words = message
    .replace(/\bmust be (?:a string|an array|an object) of /u, 'must have ')
    .replace(
      /\b(\d+) propert(?:y|ies)$/u,
      (_all, count) => `${count} ${count === '1' ? 'entry' : 'entries'}`,
    )
    .replace(/\bmust be a string that /u, 'must be text that ')
    // People count from one.
    .replace(
      /\bitems (\d+) and (\d+) are equal$/u,
      (_all, ...at) => `items ${Number(at[0]) + 1} and ${Number(at[1]) + 1} are equal`,
    );
  const sentence = words.startsWith('must be ') ? toTypeWords(words, keyword) : words;
  // Only the suggestions of values are shown; the others are for people who write JSON.
  const hint = suggestion?.startsWith('did you mean') === true ? `: ${suggestion}` : '';
  return `${label} ${sentence}${hint}`;
}

function toTypeWords(sentence: string, keyword: string): string {
  if (keyword !== 'type') return sentence;
  return TYPE_WORDS.reduce((text, [word, plain]) => text.replace(word, plain), sentence);
}
