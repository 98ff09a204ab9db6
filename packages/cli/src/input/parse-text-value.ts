import { expectNumber } from '@formwork/schema/internal';
import { findInexactNumber, isExactNumber, parseJsonText } from '@formwork/schema/json-text';
import { UsageError } from '../errors/errors.ts';
import { listTypes, listValues, type InputNode } from './schema-facets.ts';

/** The pattern of numbers in JSON. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u;

/**
 * Parses the text of a flag or an answer: into one of the listed values, else into a type that the
 * schema allows, else it stays text. Whether the value fits is checked later.
 */
export function parseTextValue(text: string, node: InputNode): unknown {
  const listed = listValues(node).find((value) => value === text || toJson(value) === text);
  if (listed !== undefined) return listed;
  const types = listTypes(node);
  const allows = (type: string): boolean => types.has(type);
  if (types.size === 0) return parseJson(text) ?? text;
  if (allows('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if ((allows('number') || allows('integer')) && NUMBER.test(text)) return parseNumber(text);
  if (allows('null') && text === 'null') return null;
  if ((allows('object') && text.startsWith('{')) || (allows('array') && text.startsWith('['))) {
    const parsed = parseJson(text);
    if (parsed !== undefined || allows('string')) return parsed ?? text;
    throw new UsageError(`Cannot read ${JSON.stringify(text)} because it must be JSON.`);
  }
  return text;
}

function parseNumber(text: string): number {
  if (isExactNumber(text)) return Number(text);
  throw toInexactError(text, '');
}

function parseJson(text: string): unknown {
  const parsed = parseJsonText(text);
  if (parsed.kind === 'broken') return undefined;
  const inexact = findInexactNumber(parsed.tree, parsed.text);
  if (inexact !== undefined) throw toInexactError(inexact.text, inexact.pointer);
  return parsed.value;
}

function toInexactError(text: string, pointer: string): UsageError {
  const subject = pointer === '' ? 'a number' : `the number at ${pointer}`;
  return new UsageError(`Cannot send ${text} because ${subject} must be ${expectNumber(text)}.`);
}

function toJson(value: unknown): string | undefined {
  return typeof value === 'string' ? undefined : JSON.stringify(value);
}
