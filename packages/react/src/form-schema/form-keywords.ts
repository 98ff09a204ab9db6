/** Marks a place of a form schema that gets an editor for JSON; its value is an `EditorReason`. */
export const JSON_EDITOR = 'x-formwork-json';

/** Holds the default of a place: not under `default`, which would be filled into saved values too. */
export const FORM_DEFAULT = 'x-formwork-default';

/** Marks a place that may be `null` beside its type. */
export const NULLABLE = 'x-formwork-nullable';

/** Stands for `$ref` where following it would lead back: see `deferReferences`. */
export const LAZY_REFERENCE = 'x-formwork-ref';

/** Stands for `$ref` where it is followed when the place is drawn: see `deferReferences`. */
export const LATER_REFERENCE = 'x-formwork-later';

/** Why a place is not drawn. */
export type EditorReason =
  /** The schema says nothing, or nothing about a type. */
  | 'anything'
  /** A reference that leads out of the document, nowhere, or to itself. */
  | 'reference'
  /** More alternatives, values or levels than a person can look through. */
  | 'size'
  /** Names of properties that mean something to JavaScript, such as `__proto__`. */
  | 'names';
