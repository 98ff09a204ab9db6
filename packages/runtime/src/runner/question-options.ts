import { didYouMean } from '@formwork/schema/json';
import { TaskCallError } from '../errors.ts';

/** The names of the options of `task.ask`. */
const ASK_OPTIONS = [
  'about',
  'answer',
  'dueInMs',
  'escalateTo',
  'fourEyes',
  'name',
  'otherwise',
  'remindInMs',
  'schema',
  'to',
] as const;

/** The names of the options of `task.authorize`. */
const AUTHORIZE_OPTIONS = ['details', 'url'] as const;

/** Names that people write for an option, where its own is not near. */
const SYNONYMS: Readonly<Record<string, string>> = {
  approval: 'schema',
  form: 'schema',
  input: 'schema',
  deadlineMs: 'dueInMs',
  default: 'otherwise',
  fallback: 'otherwise',
  timeoutMs: 'dueInMs',
  remindAfterMs: 'remindInMs',
};

/** The beginning of a schema that was given in place of the options with it. */
const KEYWORDS = [
  '$id',
  '$ref',
  '$schema',
  'allOf',
  'anyOf',
  'enum',
  'oneOf',
  'properties',
  'type',
];

/**
 * Checks that a question has only options that are known, because one that is misspelt would have no
 * effect: a person would never be reminded.
 *
 * @throws TaskCallError that names the option
 */
export function checkQuestionOptions(call: 'ask' | 'authorize', options: object): void {
  const names: readonly string[] = call === 'ask' ? ASK_OPTIONS : AUTHORIZE_OPTIONS;
  if (call === 'ask' && ('~standard' in options || KEYWORDS.some((name) => name in options))) {
    throw new TaskCallError(
      'Cannot ask because the options of task.ask must hold the schema by name: current value is the schema itself, so write { schema: … }',
    );
  }
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const synonym = Object.hasOwn(SYNONYMS, unknown) ? SYNONYMS[unknown] : undefined;
  const suggestion = names.find((name) => name === synonym) ?? didYouMean(unknown, names);
  const hint = suggestion === undefined ? '' : `, did you mean "${suggestion}"?`;
  throw new TaskCallError(
    `Cannot ask because the options of task.${call} must be of ${names.join(', ')}: current value is ${JSON.stringify(unknown)}${hint}`,
  );
}
