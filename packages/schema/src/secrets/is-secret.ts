import { isRecord } from '../is-record.ts';
import { ASKS, PLAIN_SECRET, QUANTITY, SHORT_SECRET } from './secret-words.ts';
import { toFoldedWords, toReadWords } from './to-folded-words.ts';

/** Most characters of a text that are looked at. */
const MAX_TEXT = 5000;

/** Most words of a question that is no sentence, such as `API key?`. */
const MAX_LABEL = 4;

/** True for the name or the title of a field by which it asks for a password, a key or the like. */
export function isSecretName(text: string): boolean {
  return readings(text).some((words) => PLAIN_SECRET.test(words) || SHORT_SECRET.test(words));
}

/** True for the description of a field that says so. */
export function isSecretDescription(text: string): boolean {
  return readings(text).some((words) => PLAIN_SECRET.test(words)) || isSecretQuestion(text);
}

/** True for a question in words that asks for a secret; not for one that only speaks of it. */
export function isSecretQuestion(text: string): boolean {
  const sentences = text.slice(0, MAX_TEXT).split(/(?<=[.?!:؟。\n])(?=\s)/u);
  return (
    sentences.some(asks) ||
    // A question and its words may stand in two sentences, or in lines.
    (sentences.length > 1 && sentences.length <= 3 && asks(text))
  );
}

/**
 * True for a field that asks for a secret, by its format, its name, its title or its description.
 * Fields that cannot hold one, choices and yes or no, do not.
 */
export function isSecretField(schema: unknown, name: string): boolean {
  if (!isRecord(schema)) return isSecretName(name);
  const { title, description, format, writeOnly, type } = schema;
  if (format === 'password' || writeOnly === true) return true;
  if (type === 'boolean' || type === 'null') return false;
  if (Array.isArray(schema['enum']) || Object.hasOwn(schema, 'const')) return false;
  const labels = [name, title].filter((text) => typeof text === 'string');
  const isNumber = type === 'integer' || type === 'number';
  if (isNumber && labels.some((text) => QUANTITY.test(toFoldedWords(text)))) return false;
  if (labels.some(isSecretName)) return true;
  if (typeof description !== 'string') return false;
  const isWhole = type === 'object' || type === 'array';
  return isWhole ? isSecretQuestion(description) : isSecretDescription(description);
}

function asks(sentence: string): boolean {
  return readings(sentence).some((words) => {
    const isNamed = PLAIN_SECRET.test(words) || SHORT_SECRET.test(words);
    const isShort = words.trim().split(' ').length <= MAX_LABEL;
    return isNamed && (isShort || ASKS.test(words));
  });
}

function readings(text: string): readonly string[] {
  const shown = text.slice(0, MAX_TEXT);
  return [toFoldedWords(shown), toReadWords(shown)];
}
