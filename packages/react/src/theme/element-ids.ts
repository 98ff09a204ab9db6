import { appendPointer } from '@formwork/schema/internal';
import { escapeName, unescapeName } from '../form-schema/escape-names.ts';
import { ID_SEPARATOR, type FieldPathList } from '../rjsf.ts';

/**
 * The id of an element for a field. Names may hold spaces, quotes or dots, on which lists of ids and
 * selectors break: everything else than letters, digits and hyphens is written as a number.
 */
export function toElementId(fieldId: string): string {
  return fieldId.replaceAll(/[^\dA-Za-z-]/gu, (character) =>
    character === ID_SEPARATOR ? '_' : `_${character.codePointAt(0)?.toString(36) ?? ''}_`,
  );
}

/** The id of the field at a place of the value. */
export function toFieldElementId(prefix: string, path: readonly (string | number)[]): string {
  return toElementId([prefix, ...path].join(ID_SEPARATOR));
}

/** The place of a field in the data, as a JSON pointer (RFC 6901). */
export function toPointer(path: FieldPathList): string {
  return path.reduce<string>(
    (pointer, name) => appendPointer(pointer, typeof name === 'string' ? unescapeName(name) : name),
    '',
  );
}

/** The name that the name of an entry has among the entry's fields; data have no such name. */
export const ENTRY_NAME = '\u0000name';

/** The place of the name of an entry, as a JSON pointer. */
export function toNamePointer(path: FieldPathList): string {
  return appendPointer(toPointer(path), ENTRY_NAME);
}

/** The id of the field for the name of an entry. */
export function toNameId(fieldId: string): string {
  return toElementId([fieldId, escapeName(ENTRY_NAME)].join(ID_SEPARATOR));
}

/** Ids of what belongs to a field. */
export function toPartIds(id: string): {
  readonly label: string;
  readonly description: string;
  readonly error: string;
  readonly warning: string;
} {
  return {
    label: `${id}--label`,
    description: `${id}--help`,
    error: `${id}--error`,
    warning: `${id}--warning`,
  };
}
