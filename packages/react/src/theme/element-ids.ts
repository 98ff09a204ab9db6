import { appendPointer } from '@formwork/schema/json';
import { unescapeName } from '../form-schema/escape-names.ts';
import { ID_SEPARATOR, type FieldPathList } from '../rjsf.ts';

/**
 * Makes the id of an element from the id of a field. Every character except letters, digits and
 * hyphens is written as a number, because spaces, quotes and dots in names would break selectors.
 */
export function toElementId(fieldId: string): string {
  return fieldId.replaceAll(/[^\dA-Za-z-]/gu, (character) =>
    character === ID_SEPARATOR ? '_' : `_${character.codePointAt(0)?.toString(36) ?? ''}_`,
  );
}

/** Makes the id of the element for the field at a path of the data. */
export function toFieldElementId(prefix: string, path: readonly (string | number)[]): string {
  return toElementId([prefix, ...path].join(ID_SEPARATOR));
}

/** Makes the JSON pointer (RFC 6901) to the value of a field in the data. */
export function toPointer(path: FieldPathList): string {
  return path.reduce<string>(
    (pointer, name) => appendPointer(pointer, typeof name === 'string' ? unescapeName(name) : name),
    '',
  );
}

/**
 * The last name in the path of the field for the name of an entry, which the person chooses; no
 * property of the data has this name.
 */
export const ENTRY_NAME = '\u0000name';

/** Makes the ids of the elements that belong to a field, such as its help and its error. */
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
