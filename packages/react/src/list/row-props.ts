import type { ErrorSchema, FieldPathId, FieldProps } from '../rjsf.ts';
import type { Rows } from './use-rows.ts';

/** Properties of every row of a list. */
export interface RowProps extends Pick<FieldProps, 'onBlur' | 'onChange' | 'onFocus' | 'registry'> {
  readonly rows: Rows;
  /** Id of the element of the list. */
  readonly listId: string;
  /** Where the list is. */
  readonly place: FieldPathId;
  /** Rows at the beginning that always are there. */
  readonly fixedRows: number;
  readonly total: number;
  readonly isDisabled: boolean;
  readonly isReadOnly: boolean;
}

/** Problems with a row, or a field of it. */
export function pickErrors(errors: ErrorSchema | undefined, name: string | number): ErrorSchema {
  const own = errors?.[name];
  return own ?? NONE;
}

const NONE: ErrorSchema = {};
