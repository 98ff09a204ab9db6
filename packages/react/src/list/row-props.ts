import type { ErrorSchema, FieldPathId, FieldProps } from '../rjsf.ts';
import type { Rows } from './use-rows.ts';

/** The properties that every component for a row of a list gets. */
export interface RowProps extends Pick<FieldProps, 'onBlur' | 'onChange' | 'onFocus' | 'registry'> {
  readonly rows: Rows;
  /** The id of the list's element, from which the ids of its rows are made. */
  readonly listId: string;
  /** The path of the list within the data of the form. */
  readonly fieldPath: FieldPathId;
  /**
   * The number of rows at the beginning of the list that cannot be removed or moved, such as the
   * positions of a tuple.
   */
  readonly fixedRows: number;
  readonly total: number;
  readonly isDisabled: boolean;
  readonly isReadOnly: boolean;
}

/** Returns the problems of one row of a list, or of one field of a row, from those of the whole. */
export function pickErrors(errors: ErrorSchema | undefined, name: string | number): ErrorSchema {
  const memberErrors = errors?.[name];
  return memberErrors ?? NONE;
}

const NONE: ErrorSchema = {};
