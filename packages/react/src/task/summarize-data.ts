import type { Json, JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import type { Messages } from '../messages/messages.ts';
import { toMemberLabel } from '../result/result-value.ts';
import {
  createSchemaReader,
  VARIANT_TITLE,
  type SchemaReader,
} from '../result/schema/create-schema-reader.ts';
import { findDecimals } from '../result/shape/find-decimals.ts';
import { findMoney } from '../result/shape/find-money.ts';
import { listMembers } from '../result/shape/list-members.ts';
import { formatBytes } from '../text/format-amount.ts';
import { formatNumber } from '../text/format-number.ts';
import { findTimeKind, formatTime } from '../text/format-time.ts';
import { isInlineData, toInlineData } from '../text/inline-data.ts';
import { cutVisibleText } from '../text/visible-text.ts';

/** A line of a summary: a label and the text of its value. */
export interface SummaryLine {
  /** The label of the value; `''` if the value is the whole data. */
  readonly label: string;
  readonly text: string;
}

/** The maximum length of the text in a line of a summary, in characters. */
const MAX_TEXT = 300;

/** The maximum number of lines of a summary. */
const MAX_LINES = 200;

/** The maximum number of members of an object, or items of a list, that one line names. */
const MAX_WITHIN = 20;

/** The maximum number of objects in a list that each get a row of the summary. */
const MAX_ROWS = 5;

/** The maximum nesting of objects and lists that a line of a summary describes. */
const MAX_DEPTH = 3;

/** Summarizes data for people: one line for each member, with the labels of the form. */
export function summarizeData(
  data: Json,
  schema: JsonSchema | undefined,
  messages: Messages,
): readonly SummaryLine[] {
  const context = { reader: createSchemaReader(schema ?? {}), messages };
  const read = context.reader.read(schema ?? {}, data);
  if (!isRecord(data))
    return [{ label: '', text: summarizeValue(data, read, { context, depth: 0 }) }];
  return listMembers(data, read, false)
    .slice(0, MAX_LINES)
    .map(({ name, value = null }) =>
      toLine({ name, value }, read, { context, depth: 0, parent: data }),
    );
}

interface Depth {
  readonly context: {
    readonly reader: SchemaReader;
    readonly messages: Messages;
  };
  readonly depth: number;
  /** The name of the member that holds the value. Default `''`. */
  readonly name?: string;
  /** The object that holds the member, in which the currency of an amount is looked up. */
  readonly parent?: Json;
}

function toLine(
  { name, value }: { readonly name: string; readonly value: Json },
  parent: JsonSchema,
  { context, depth, parent: beside }: Depth,
): SummaryLine {
  const { reader } = context;
  const schema = reader.read(reader.member(parent, name), value);
  const text = summarizeValue(value, schema, {
    context,
    depth,
    name,
    ...(beside !== undefined && { parent: beside }),
  });
  return { label: toMemberLabel(parent, { name, schema }), text };
}

function summarizeValue(value: Json, schema: JsonSchema, at: Depth): string {
  const { context, depth, name = '', parent } = at;
  const { messages, reader } = context;
  const { language } = messages;
  if (schema['writeOnly'] === true || schema['format'] === 'password') return messages.task.hidden;
  if (value === null) return messages.none;
  if (typeof value === 'boolean') return value ? messages.result.yes : messages.result.no;
  const title = schema[VARIANT_TITLE];
  if (typeof title === 'string' && !isRecord(value) && !Array.isArray(value)) return title;
  const beside = parent === undefined ? {} : { parent };
  const money = findMoney({ value, schema, name, pointer: '', label: '', depth, ...beside });
  if (money !== undefined) {
    const { amount, currency } = money;
    return formatNumber(amount, language, currency === undefined ? {} : { currency });
  }
  if (typeof value === 'number') {
    return formatNumber(value, language, { decimals: findDecimals({ value, schema, name }) });
  }
  if (typeof value === 'string') return toLineText(value, schema, messages);
  if (depth >= MAX_DEPTH) return '…';
  if (isRecord(value)) {
    const lines = listMembers(value, schema, false)
      .slice(0, MAX_WITHIN)
      .map(({ name: key, value: member = null }) =>
        toLine({ name: key, value: member }, schema, { context, depth: depth + 1, parent: value }),
      );
    const text = lines.map((line) => `${line.label}: ${line.text}`).join('; ');
    return text === '' ? messages.none : cutVisibleText(text, MAX_TEXT);
  }
  if (depth === 0 && value.length > 0 && value.every((item) => isRecord(item))) {
    return toRows(value, schema, { context, depth });
  }
  const items = value.slice(0, MAX_WITHIN).map((item, position) => {
    const read = reader.read(reader.item(schema, position), item);
    const text = summarizeValue(item, read, { context, depth: depth + 1 });
    return isRecord(item) ? `(${text})` : text;
  });
  if (value.length > items.length) items.push('…');
  return items.length === 0 ? messages.none : cutVisibleText(items.join(', '), MAX_TEXT);
}

/**
 * Writes a list of objects as text: a row of values for each object, like a table without its head.
 */
function toRows(value: readonly Json[], schema: JsonSchema, { context, depth }: Depth): string {
  const rows = value.slice(0, MAX_ROWS).map((item, position) => {
    const read = context.reader.read(context.reader.item(schema, position), item);
    const lines = listMembers(isRecord(item) ? item : {}, read, false)
      .slice(0, MAX_WITHIN)
      .map(({ name, value: member = null }) =>
        toLine({ name, value: member }, read, { context, depth: depth + 1, parent: item }),
      );
    return cutVisibleText(lines.map(({ text }) => text).join(' · '), MAX_TEXT);
  });
  const hiddenCount = value.length - rows.length;
  if (hiddenCount > 0) rows.push(`… +${formatNumber(hiddenCount, context.messages.language)}`);
  return rows.join('\n');
}

function toLineText(value: string, schema: JsonSchema, messages: Messages): string {
  if (isInlineData(value, schema)) {
    const file = toInlineData(value, schema);
    if (file !== undefined) {
      return messages.task.file(file.mediaType, formatBytes(file.bytes, messages.language));
    }
  }
  const kind = schema['format'] === 'time' ? 'time' : findTimeKind(value);
  const time = kind === undefined ? undefined : formatTime(value, kind, messages.language);
  if (value === '') return messages.result.empty;
  return time ?? cutVisibleText(value, MAX_TEXT);
}
