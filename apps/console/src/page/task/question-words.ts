import type { ConsoleQuestion, ConsoleTask, QuestionChange } from '../../api/console-api.ts';
import type { Format } from '../parts/format.ts';
import type { Texts } from '../texts/english.ts';

/** The means to write a line. */
export interface Words {
  readonly texts: Texts;
  readonly format: Format;
}

/** The number of addresses that a line names. */
const MAX_NAMED = 3;

/** Writes addresses as a list, people by their ids and roles in words; a long list is cut. */
export function nameAddresses(addresses: readonly string[], { texts, format }: Words): string {
  const hiddenCount = addresses.length - MAX_NAMED;
  const named = addresses.slice(0, MAX_NAMED).map((address) => {
    const [, kind, name = address] = /^(user|role):(.+)$/su.exec(address) ?? [];
    return kind === 'role' ? texts.task.role(name) : name;
  });
  return format.list(hiddenCount > 0 ? [...named, texts.task.others(hiddenCount)] : named);
}

/** The most characters of a question's text in a line. */
const MAX_PROMPT = 80;

/** The names of the questions of a task by their numbers. */
export type QuestionNames = ReadonlyMap<number, string>;

/**
 * Names the questions of a task by their texts, as far as the operator has asked for them, else by
 * their places; their numbers have gaps, because steps have numbers of the same row.
 */
export function nameQuestions(
  events: ConsoleTask['events'],
  {
    texts,
    questions = [],
  }: Pick<Words, 'texts'> & {
    /** The questions whose texts are known. Default: none. */
    readonly questions?:
      | readonly { readonly number: number; readonly prompt: string }[]
      | undefined;
  },
): QuestionNames {
  const names = new Map<number, string>();
  for (const { shape } of events) {
    if (shape.kind !== 'status' || shape.question === undefined) continue;
    const { number } = shape.question;
    if (names.has(number)) continue;
    const prompt = questions.find((question) => question.number === number)?.prompt;
    names.set(number, prompt === undefined ? texts.task.numbered(names.size + 1) : cut(prompt));
  }
  return names;
}

function cut(prompt: string): string {
  if (prompt.length <= MAX_PROMPT) return prompt;
  return `${prompt.slice(0, MAX_PROMPT - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

/**
 * Names the people that an operator answers a question for; `undefined` for the caller of the task.
 */
export function nameAnswerers(
  { to, claimedBy }: ConsoleQuestion,
  words: Words,
): string | undefined {
  return to && nameAddresses(claimedBy === undefined ? to : [claimedBy], words);
}

/** Says what has become of a question, and who has acted. */
export function describeChange({ kind, by = '', to = [] }: QuestionChange, words: Words): string {
  const { task } = words.texts;
  switch (kind) {
    case 'claimed':
      return task.takenBy(by);
    case 'released':
      return task.givenBack(by);
    case 'handed-over':
      return task.handedOver(nameAddresses(to, words), by);
    case 'reminded':
      return task.reminded;
    case 'overdue':
      return task.overdue;
    case 'escalated':
      return task.escalated(nameAddresses(to, words));
  }
}
