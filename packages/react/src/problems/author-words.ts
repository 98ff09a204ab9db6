import type { JsonSchema, Problem } from '@formwork/schema';
import { readUiHints } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';
import { cutVisibleText, toVisibleText } from '../text/visible-text.ts';

/**
 * Returns the words that the author of a schema has for a problem: those under `x-formwork-ui`, or
 * those of ajv-errors; `undefined` if there are none in this language.
 */
export function findAuthorWords(
  { keyword, received }: Problem,
  schemas: {
    readonly value: readonly JsonSchema[];
    readonly group: readonly JsonSchema[];
    /** The name of the value in its group. */
    readonly name: string;
  },
  language: string,
): string | undefined {
  // What is empty in a form is missing for the person, whichever keyword has found it.
  const isEmpty = received === 'null' || received === 'string ""';
  const keywords = isEmpty ? [keyword, 'required'] : [keyword];
  const lookup = { keywords, language };
  const words = [
    ...schemas.value.map((schema) => readHint(schema, lookup) ?? readOwnError(schema, keywords)),
    ...schemas.group.map((schema) => readGroupError(schema, schemas.name, keywords)),
  ].find((text) => text !== undefined);
  return words === undefined ? undefined : toVisibleText(cutVisibleText(words));
}

function readHint(
  schema: JsonSchema,
  { keywords, language }: { readonly keywords: readonly string[]; readonly language: string },
): string | undefined {
  const { messages } = readUiHints(schema).hints;
  const message = pick(messages, keywords);
  if (!isRecord(message)) return toAuthorText(message);
  const [primary = ''] = language.split('-');
  return toAuthorText(pick(message, [language, primary]));
}

/** Reads `errorMessage` of ajv-errors at the value itself: one text, or one for each keyword. */
function readOwnError(
  { errorMessage }: JsonSchema,
  keywords: readonly string[],
): string | undefined {
  return toAuthorText(errorMessage) ?? toAuthorText(pick(errorMessage, [...keywords, '_']));
}

/** Reads `errorMessage` of ajv-errors at the group around a value. */
function readGroupError(
  { errorMessage }: JsonSchema,
  name: string,
  keywords: readonly string[],
): string | undefined {
  if (!isRecord(errorMessage)) return undefined;
  const { required, properties } = errorMessage;
  const missing = keywords.includes('required')
    ? (toAuthorText(required) ?? pick(required, [name]))
    : '';
  return toAuthorText(missing) ?? toAuthorText(pick(properties, [name]));
}

function pick(map: unknown, names: readonly string[]): unknown {
  if (!isRecord(map)) return undefined;
  const name = names.find((key) => Object.hasOwn(map, key));
  return name === undefined ? undefined : map[name];
}

function toAuthorText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
