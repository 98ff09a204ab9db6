import type { Json, Problem } from '@formwork/schema';
import { isRecord, parsePointer, getOwn } from '@formwork/schema/json';
import type { Messages } from '../messages/messages.ts';
import { toVisibleText } from '../text/visible-text.ts';
import { toItemValue, toMemberValue, toResultLabel, type ResultValue } from './result-value.ts';
import type { SchemaReader } from './schema/create-schema-reader.ts';

/**
 * The maximum number of names in the label of a value: its own, and those of the groups and lists
 * around it.
 */
const MAX_NAMES = 3;

/** The maximum nesting of a value for which a label is searched. */
const MAX_LEVELS = 32;

/** The maximum length of a sentence about a problem, in characters. */
const MAX_SENTENCE = 400;

/** The schema, the value and the texts from which the sentence about a problem is made. */
interface ProblemContext {
  readonly reader: SchemaReader;
  readonly root: ResultValue;
  readonly messages: Messages;
  /** True if the person entered the value here and can change it. Default false. */
  readonly isEntered?: boolean;
}

/** Describes a problem in a sentence that names the value by its label in the result. */
export function describeProblem(problem: Problem, context: ProblemContext): string {
  const label = toPlaceLabel(problem.pointer, context);
  const { messages } = context;
  const { isEntered = false } = context;
  const sentence = isEntered ? messages.problem(label, problem) : messages.misfit(label, problem);
  const { received } = problem;
  const ending =
    received === undefined
      ? ''
      : ` (${messages.result.received(toVisibleText(translateTypeName(received, messages)))})`;
  const text = `${sentence}${ending}`;
  return text.length <= MAX_SENTENCE ? text : `${text.slice(0, MAX_SENTENCE)}…`;
}

/**
 * Replaces the JSON type in the description of a received value by the word of the language;
 * English keeps it.
 */
function translateTypeName(received: string, { language, typeNames }: Messages): string {
  if (language === 'en') return received;
  const words: Readonly<Record<string, string>> = typeNames;
  return received.replace(/^[a-z]+/u, (type) =>
    Object.hasOwn(words, type) ? (words[type] ?? type) : type,
  );
}

function toPlaceLabel(pointer: string, { reader, root, messages }: ProblemContext): string {
  const names: string[] = [];
  let node = root;
  for (const segment of parsePointer(pointer).slice(0, MAX_LEVELS)) {
    const value = getOwn(node.value, segment);
    const isItem = Array.isArray(node.value);
    const member: Json = isJson(value) ? value : null;
    if (isItem) {
      node = toItemValue(reader, node, { position: Number(segment), value: member });
      const name = names.pop() ?? node.label;
      names.push(messages.rowLabel(name, Number(segment) + 1));
    } else {
      node = toMemberValue(reader, node, { name: segment, value: member });
      // A missing value cannot choose an alternative, so its label comes from its own schema.
      names.push(value === undefined ? toResultLabel(node.schema, segment) : node.label);
    }
  }
  const label = names.slice(-MAX_NAMES).join(': ');
  return label === '' ? root.label || messages.result.result : label;
}

function isJson(value: unknown): value is Json {
  return (
    value === null ||
    isRecord(value) ||
    ['string', 'number', 'boolean', 'object'].includes(typeof value)
  );
}
