import { isRecord } from '@formwork/schema/json';
import { unescapeName } from '../form-schema/escape-names.ts';
import { humanizeName } from '../form-schema/humanize-name.ts';
import type { Messages } from '../messages/messages.ts';
import { ADDITIONAL_PROPERTY_FLAG, type FieldPathList } from '../rjsf.ts';

/** The facts from which the label of a field is made: names, schema and path. */
export interface LabelSource {
  /**
   * The label that the form library suggests: the title of the schema, or the name of the property.
   */
  readonly fallback: string | undefined;
  readonly schema: unknown;
  readonly path: FieldPathList;
  /** True for a row of a tuple, whose title needs no number after it. Default false. */
  readonly isTuple?: boolean;
}

/**
 * Makes the label of a field: its title, or its name in words. The row of a list also gets its
 * number.
 */
export function toLabel(source: LabelSource, messages: Messages): string {
  const { fallback, schema, path, isTuple = false } = source;
  const last = path.at(-1);
  if (isRecord(schema) && ADDITIONAL_PROPERTY_FLAG in schema && typeof last === 'string') {
    return toKey(last);
  }
  const title =
    isRecord(schema) && typeof schema['title'] === 'string' ? schema['title'] : undefined;
  if (typeof last === 'number') {
    if (isTuple && title !== undefined) return title;
    const n = last + 1;
    const name = title ?? (fallback ?? '').replace(/-\d+$/u, '');
    const label = name === '' || /^\d+$/u.test(name) ? toName(path) : toReadable(name, path.at(-2));
    return messages.rowLabel(label, n);
  }
  if (fallback === undefined || fallback === '') return title ?? toName(path);
  return title ?? toReadable(fallback, last);
}

/** Makes the label of an entry whose name a person has chosen: the name unchanged. */
function toKey(name: string): string {
  const key = unescapeName(name);
  return key.trim() === '' ? JSON.stringify(key) : key;
}

/** Puts the name of a property into words, and leaves a title unchanged. */
function toReadable(text: string, name: string | number | undefined): string {
  return text === name ? humanizeName(unescapeName(text)) || toKey(text) : text;
}

function toName(path: FieldPathList): string {
  const name = path.findLast((segment) => typeof segment === 'string');
  return name === undefined ? '' : toReadable(name, name);
}
