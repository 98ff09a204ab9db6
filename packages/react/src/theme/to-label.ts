import { isRecord } from '@formwork/core';
import { toWords } from '../form-schema/to-words.ts';
import type { Messages } from '../messages/messages.ts';
import type { FieldPathList } from '../rjsf.ts';

/** What a label is made from. */
interface LabelSource {
  /** What the form library would show: a title, or the name of a property. */
  readonly given: string | undefined;
  readonly schema: unknown;
  readonly path: FieldPathList;
}

/** The label of a field: its title, or its name in words; rows of lists are numbered. */
export function toLabel({ given, schema, path }: LabelSource, messages: Messages): string {
  const last = path.at(-1);
  const title =
    isRecord(schema) && typeof schema['title'] === 'string' ? schema['title'] : undefined;
  if (typeof last === 'number') {
    const n = last + 1;
    const name = title ?? (given ?? '').replace(/-\d+$/u, '');
    const label = name === '' || /^\d+$/u.test(name) ? toName(path) : toReadable(name, path.at(-2));
    return messages.rowLabel(label, n);
  }
  if (given === undefined || given === '') return title ?? toName(path);
  return title ?? toReadable(given, last);
}

/** A name of a property in words; a title as it is. */
function toReadable(text: string, name: string | number | undefined): string {
  return text === name ? toWords(text) || text : text;
}

function toName(path: FieldPathList): string {
  const name = path.findLast((segment) => typeof segment === 'string');
  return name === undefined ? '' : toWords(name) || name;
}
