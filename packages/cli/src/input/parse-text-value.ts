import { UsageError } from '../errors/usage-error.ts';
import { listTypes, listValues, type Place } from './schema-facets.ts';

/** A number as JSON writes it. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u;

/**
 * The value that a text stands for at a place: a listed value, else what the types of the place
 * allow, else the text itself. Whether it fits is found out by whoever checks the whole.
 */
export function parseTextValue(text: string, place: Place): unknown {
  const listed = listValues(place).find((value) => value === text || toJson(value) === text);
  if (listed !== undefined) return listed;
  const types = listTypes(place);
  const allows = (type: string): boolean => types.has(type);
  if (types.size === 0) return parseJson(text) ?? text;
  if (allows('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if ((allows('number') || allows('integer')) && NUMBER.test(text)) return parseNumber(text);
  if (allows('null') && text === 'null') return null;
  if ((allows('object') && text.startsWith('{')) || (allows('array') && text.startsWith('['))) {
    const parsed = parseJson(text);
    if (parsed !== undefined || allows('string')) return parsed ?? text;
    throw new UsageError(`Cannot read ${JSON.stringify(text)} as it must be JSON.`);
  }
  return text;
}

function parseNumber(text: string): number {
  const number = Number(text);
  if (Number.isFinite(number) && (!/^-?\d+$/u.test(text) || Number.isSafeInteger(number))) {
    return number;
  }
  throw new UsageError(
    `Cannot send ${text} as a number must be one that JavaScript holds exactly, at most 9007199254740991.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function toJson(value: unknown): string | undefined {
  return typeof value === 'string' ? undefined : JSON.stringify(value);
}
