import { ID_SEPARATOR } from '../rjsf.ts';

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
