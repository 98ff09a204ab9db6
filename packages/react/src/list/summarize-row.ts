import type { JsonSchema } from '@formwork/schema';
import { isRecord, toRecord } from '@formwork/schema/json';
import { toControlKind, toOptions } from '../form-schema/control-kind.ts';
import { unescapeName } from '../form-schema/escape-names.ts';
import { resolveSchema } from '../form-schema/form-keywords.ts';
import { humanizeName } from '../form-schema/humanize-name.ts';
import { formatNumber } from '../text/format-number.ts';
import { formatTime } from '../text/format-time.ts';
import { cutVisibleText } from '../text/visible-text.ts';

/**
 * The maximum number of values in the summary of a row, and the maximum length of each value, in
 * characters.
 */
const MAX_VALUES = 5;
const MAX_LENGTH = 40;

/** The maximum length of a value that is read to summarize it, in characters. */
const MAX_READ = 1000;

/**
 * Summarizes a row of a list in one line: its values in the order of the fields, choices by their
 * titles, and enabled switches by their names. Secrets and files are left out; `''` if nothing is
 * left.
 */
export function summarizeRow(
  value: unknown,
  {
    schema,
    root,
    language,
  }: {
    readonly schema: unknown;
    readonly root: JsonSchema;
    /** The language in which dates and numbers are written, as a BCP 47 tag. */
    readonly language: string;
  },
): string {
  const parts: string[] = [];
  collect(value, schema, '');
  return parts.join(' · ');

  function collect(part: unknown, subschema: unknown, name: string): void {
    if (parts.length >= MAX_VALUES || part === undefined || part === null) return;
    const resolved = resolveSchema(subschema, root);
    const kind = toControlKind(resolved);
    if (kind === 'secret' || kind === 'file' || kind === 'files') return;
    if (Array.isArray(part)) {
      if (name !== '') parts.push(`${toTitle(resolved, name)}: ${part.length}`);
      else for (const item of part.slice(0, MAX_VALUES)) collect(item, undefined, '');
    } else if (isRecord(part)) collectGroup(part, resolved);
    else if (typeof part === 'boolean') {
      if (part) parts.push(toTitle(resolved, name));
    } else if (typeof part === 'string' || typeof part === 'number') {
      const text =
        toOptions(resolved)?.find((option) => option.value === part)?.label ??
        toReadable(part, resolved, language).slice(0, MAX_READ);
      if (text.trim() !== '')
        parts.push(cutVisibleText(text.replaceAll(/\s+/gu, ' ').trim(), MAX_LENGTH));
    }
  }

  function collectGroup(part: JsonSchema, resolved: JsonSchema): void {
    const properties = toRecord(resolved['properties']);
    const names = Object.keys(properties).filter((name) => Object.hasOwn(part, name));
    const extraNames = Object.keys(part).filter((name) => !names.includes(name));
    const entry = resolved['additionalProperties'];
    for (const name of names) collect(part[name], properties[name], name);
    for (const name of extraNames) {
      // A name that the person has chosen becomes the title unchanged.
      const entrySchema = isRecord(entry)
        ? { ...resolveSchema(entry, root), title: unescapeName(name) }
        : undefined;
      collect(part[name], entrySchema, name);
    }
  }
}

/** Writes a date or number as a language does; other text is returned unchanged. */
function toReadable(value: string | number, schema: JsonSchema, language: string): string {
  if (typeof value === 'number') {
    return formatNumber(value, language, { decimals: schema['multipleOf'] === 0.01 ? 2 : 0 });
  }
  const { format } = schema;
  return format === 'date' || format === 'time' || format === 'date-time'
    ? (formatTime(value, format, language) ?? value)
    : value;
}

function toTitle(schema: JsonSchema, name: string): string {
  return typeof schema['title'] === 'string' ? schema['title'] : humanizeName(unescapeName(name));
}
