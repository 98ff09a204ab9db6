import { toVisibleText } from '../../text/visible-text.ts';
import type { InputVerb, ProblemMessages } from './problem-messages.ts';

/** The sentences about problems of a form, in English. */
export const PROBLEMS: ProblemMessages = {
  missing: (label, asking) => toVisibleText(toRequest(label, asking)),
  agree: (label) => toVisibleText(`${label}: choose yes to continue`),
  pattern: (label, example) =>
    toVisibleText(`${label} must have the right form, such as ${example}`),
  except: (label, values) => toVisibleText(`${label} must not be ${toChoice(values)}`),
  lacks: (label, values) => toVisibleText(`${label} must include ${toChoice(values)}`),
  apart: (names, label) =>
    toVisibleText(
      names.length === 0 ? `${label} cannot be like this` : `Leave ${toChoice(names)} empty`,
    ),
  kinds: (names, label) =>
    toVisibleText(
      names.length === 0 ? `${label} fits none of its kinds` : `Fill in ${toChoice(names)}`,
    ),
  other: (label) => toVisibleText(`${label} cannot be like this`),
  at: (where, sentence) =>
    `${toVisibleText(where)}: ${sentence.replace(/^(?:Add|Choose|Enter|Fill|Leave) /u, (verb) => verb.toLowerCase())}`,
  left: (count, text, isMissing) =>
    count === 0
      ? 'All problems are fixed'
      : `${count === 1 ? '1 thing is' : `${text} things are`} ${isMissing ? 'missing' : 'not right yet'}`,
};

function toRequest(label: string, asking: InputVerb): string {
  if (asking === 'answer') return `${label}: choose yes or no`;
  const noun = toNoun(label);
  if (asking === 'add') return noun === undefined ? `${label} is required: add it` : `Add ${noun}`;
  if (noun === undefined) {
    return `${label} is required: ${asking === 'choose' ? 'choose one' : 'enter a value'}`;
  }
  const isNamed = /^(?:the|your|our|my|a|an|each|all|this|that) |\d$/u.test(noun);
  if (isNamed) return `${asking === 'choose' ? 'Choose' : 'Enter'} ${noun}`;
  if (asking === 'enter') return `Enter the ${noun}`;
  const isPlural = /[^su]s$/u.test(noun) && !/(?:is|ics|news|series|species)$/u.test(noun);
  return `Choose ${isPlural ? '' : /^(?:[aeio]|u(?!ni|se|s\b|ti|ro))/iu.test(noun) ? 'an ' : 'a '}${noun}`;
}

/**
 * Makes the words of a label that follow a verb, such as "due date"; `undefined` for a question, a
 * sentence, or a label that is probably in another language.
 */
function toNoun(label: string): string | undefined {
  const isPlain = /^[A-Za-z][A-Za-z'’/-]*(?: [A-Za-z0-9'’/-]+){0,4}$/u.test(label);
  const isSentence =
    /^(?:how|what|when|where|which|who|why|is|are|was|do|does|did|can|have|has|i|we|you|please|enter|choose|select|add|if|any) /iu;
  // A name with capitals inside, such as "IBAN" or "First Name", is kept as it is.
  if (!isPlain || isSentence.test(`${label} `)) return undefined;
  const hasCapitals = label.length === 1 || /[A-Z]/u.test(label.slice(1));
  return hasCapitals ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}

/** Joins names as "A or B". */
function toChoice(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
}
