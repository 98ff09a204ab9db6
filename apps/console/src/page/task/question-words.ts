import type { QuestionChange, ConsoleQuestion } from '../../api/console-api.ts';
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
  const rest = addresses.length - MAX_NAMED;
  const named = addresses.slice(0, MAX_NAMED).map((address) => {
    const [, kind, name = address] = /^(user|role):(.+)$/su.exec(address) ?? [];
    return kind === 'role' ? texts.task.role(name) : name;
  });
  return format.list(rest > 0 ? [...named, texts.task.others(rest)] : named);
}

/** The most characters of a question's text in a line. */
const MAX_PROMPT = 80;

/** Names a question by its text if that has been asked for, else by its number, from 0. */
export function nameQuestion(number: number, { texts, prompts }: QuestionNames): string {
  const prompt = prompts.get(number);
  if (prompt === undefined) return texts.task.numbered(number + 1);
  return prompt.length <= MAX_PROMPT
    ? prompt
    : `${prompt.slice(0, MAX_PROMPT - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

/** The texts of questions by their numbers, as far as the operator has asked for them. */
export type Prompts = ReadonlyMap<number, string>;

interface QuestionNames extends Pick<Words, 'texts'> {
  readonly prompts: Prompts;
}

/** Names those for whom an operator answers a question; `undefined` for the caller of the task. */
export function nameAnswerers(
  { to, claimedBy }: ConsoleQuestion,
  words: Words,
): string | undefined {
  return to && nameAddresses(claimedBy === undefined ? to : [claimedBy], words);
}

/** Says what has become of a question, and by whom. */
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
