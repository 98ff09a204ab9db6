import { appendPointer } from '@formwork/schema/internal';
import { escapeName, unescapeName } from '../form-schema/escape-names.ts';
import { ID_SEPARATOR, type FieldPathList } from '../rjsf.ts';

/**
 * Makes the id of an element of a field's id. Names may contain spaces, quotes or dots, which break
 * lists of ids and selectors, so every character but letters, digits and hyphens is written as a
 * number.
 */
export function toElementId(fieldId: string): string {
  return fieldId.replaceAll(/[^\dA-Za-z-]/gu, (character) =>
    character === ID_SEPARATOR ? '_' : `_${character.codePointAt(0)?.toString(36) ?? ''}_`,
  );
}

/** The id of the element of the field at a path of the data. */
export function toFieldElementId(prefix: string, path: readonly (string | number)[]): string {
  return toElementId([prefix, ...path].join(ID_SEPARATOR));
}

/** The JSON pointer (RFC 6901) to the value of a field in the data. */
export function toPointer(path: FieldPathList): string {
  return path.reduce<string>(
    (pointer, name) => appendPointer(pointer, typeof name === 'string' ? unescapeName(name) : name),
    '',
  );
}

/**
 * The last name in the path of the field in which a person chooses an entry's name; no property of
 * the data has this name.
 */
export const ENTRY_NAME = '\u0000name';

/** The JSON pointer to the name of an entry, for problems with that name. */
export function toNamePointer(path: FieldPathList): string {
  return appendPointer(toPointer(path), ENTRY_NAME);
}

/** The id of the field in which a person chooses the name of an entry. */
export function toNameId(fieldId: string): string {
  return toElementId([fieldId, escapeName(ENTRY_NAME)].join(ID_SEPARATOR));
}

/** The ids of the elements that belong to a field, such as its help and its error. */
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
