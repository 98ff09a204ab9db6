import type { Json } from '@formwork/schema';
import { fromLocalClock, fromLocalTime } from './local-time.ts';
import { parseJson } from './parse-json.ts';
import { readNumber } from './read-number.ts';

/**
 * Reads the text of a table's cell as a value of a field. A text that the field cannot hold stays a
 * text, so that no value changes unnoticed.
 */
export function readCell(
  cell: string,
  {
    types,
    format,
  }: {
    /** The types of JSON Schema that the field can hold. */
    readonly types: readonly string[];
    /** The `format` of the field's schema; absent if it has none. */
    readonly format?: string;
  },
  language: string,
): Json {
  const text = cell.trim();
  if (types.includes('number') || types.includes('integer')) {
    const number = toNumber(text, { language, isWhole: !types.includes('number') });
    if (number !== undefined) return number;
  }
  if (types.includes('boolean')) {
    const value = BOOLEANS.get(text.toLowerCase());
    if (value !== undefined) return value;
  }
  if (types.includes('null') && text.toLowerCase() === 'null') return null;
  if (types.includes('array') || types.includes('object')) {
    const parsed = parse(text);
    if (parsed !== undefined && typeof parsed === 'object') return parsed;
    if (types.includes('array')) {
      return text
        .split(/[;|]/u)
        .map((part) => part.trim())
        .filter((part) => part !== '');
    }
  }
  // Spreadsheets write times in this form, without an offset.
  if (format === 'time' && /^\d\d?:\d\d(?::\d\d)?$/u.test(text)) {
    return fromLocalClock(text.replace(/^(?=\d:)/u, '0'));
  }
  if (format === 'date-time' && /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?$/u.test(text)) {
    return fromLocalTime(text.replace(' ', 'T'));
  }
  return cell;
}

/**
 * Reads a number as the page's language writes it, and else as English or German do, because tables
 * may come from elsewhere. Returns `undefined` for a text that could mean two numbers.
 */
function toNumber(text: string, options: Parameters<typeof readNumber>[1]): number | undefined {
  for (const language of [options.language, 'en', 'de']) {
    const reading = readNumber(text, { ...options, language });
    if (reading.kind === 'number') return reading.value;
    if (reading.kind !== 'none') return undefined;
  }
  return undefined;
}

/** The words for true and false that a cell may contain, in all languages of forms. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['x', true],
  ['ja', true],
  ['wahr', true],
  ['نعم', true],
  ['false', false],
  ['no', false],
  ['0', false],
  ['nein', false],
  ['falsch', false],
  ['لا', false],
]);

function parse(text: string): Json | undefined {
  if (!/^[[{]/u.test(text)) return undefined;
  const parsed = parseJson(text);
  return parsed.kind === 'value' ? parsed.value : undefined;
}
