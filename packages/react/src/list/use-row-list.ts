import type { JsonSchema } from '@formwork/schema';
import { isRecord, toRecord } from '@formwork/schema/json';
import { useCallback, useMemo } from 'react';
import { toHints } from '../form-schema/field-hints.ts';
import { followReferences } from '../form-schema/form-keywords.ts';
import { toColumns } from '../form-schema/to-columns.ts';
import type { FieldPathId, FieldProps } from '../rjsf.ts';
import { toElementId } from '../theme/element-ids.ts';
import { toEmptyList } from '../theme/to-empty.ts';
import { useLabel } from '../theme/use-label.ts';
import { type ListSheet, useSheet } from './list-sheet.tsx';
import { type Rows, useRows } from './use-rows.ts';

/** A list of the form: its rows, what its schema says of them, and the changes of the whole list. */
export interface RowListState {
  readonly id: string;
  readonly fieldPath: FieldPathId;
  readonly label: string;
  /** The title that rows have of their own: "Line" in the list "Lines". */
  readonly rowTitle: string | undefined;
  readonly items: readonly unknown[];
  /** The number of rows of a tuple; `undefined` for a list whose rows are alike. */
  readonly positions: number | undefined;
  /** The number of rows that a tuple lacks. */
  readonly missing: number;
  readonly canAdd: boolean;
  readonly rows: Rows;
  readonly sheet: ListSheet;
  /** The columns of a list that is drawn as a table; `undefined` for any other. */
  readonly table: ReturnType<typeof toColumns>;
  /** Called with the changes of a row's fields. */
  readonly changeRow: FieldProps['onChange'];
  /** Replaces all rows. */
  readonly replace: (items: readonly unknown[]) => void;
  /** Returns the schema of a row, which may be a reference. */
  readonly toRowSchema: (row: number) => JsonSchema;
  /** Makes a new row, which has the same value as one that the person has emptied. */
  readonly createRow: () => unknown;
  /** Adds a row, or all that a tuple lacks, if there is room. */
  readonly add: () => void;
  readonly isValid: (schema: JsonSchema, value: unknown) => boolean;
}

/** Holds the state of a list that is drawn in rows. */
export function useRowList(props: FieldProps): RowListState {
  const { schema, formData, registry, errorSchema, onChange } = props;
  const { rootSchema, schemaUtils } = registry;
  const fieldPath: FieldPathId = props.childFieldPathId ?? props.fieldPathId;
  const { path } = fieldPath;
  const id = toElementId(props.fieldPathId.$id);
  const label = useLabel({ fallback: props.title ?? props.name, schema, path });
  const items: readonly unknown[] = useMemo(
    () => (Array.isArray(formData) ? formData : []),
    [formData],
  );
  const { maxItems } = schema;
  const tuple = Array.isArray(schema.items) ? schema.items : undefined;
  const row = isRecord(schema.items) ? followReferences(schema.items, rootSchema) : schema.items;
  const missing = Math.max(0, (tuple?.length ?? 0) - items.length);
  const hasRoom = maxItems === undefined || items.length < maxItems;
  const changeRow = useCallback<FieldProps['onChange']>(
    (value, at, ...rest) => {
      // JSON has no `undefined` in lists, so an empty row is `null`.
      const isRow = typeof at.at(-1) === 'number';
      onChange(isRow && value === undefined ? null : value, at, ...rest);
    },
    [onChange],
  );
  const changeList: FieldProps['onChange'] = (next, ...rest) => {
    const isRequired = props.required === true;
    const isEmpty = Array.isArray(next) && next.length === 0;
    onChange(isEmpty ? toEmptyList(schema, { isRequired, path }) : next, ...rest);
  };
  const rows = useRows({ items, path, id, errorSchema, onChange: changeList });
  const columns = useMemo(
    () => (tuple === undefined ? toColumns(row) : undefined),
    [tuple, schema.items, rootSchema],
  );
  const { widget } = toHints(schema);
  const isTable = items.length > 0 && items.every(isRecord) && widget !== 'cards';
  const isFirst = widget === 'spreadsheet';
  const sheet = useSheet({ columns: tuple === undefined ? row : undefined, items, path, isFirst });
  const toRowSchema = (at: number): JsonSchema => {
    const part = tuple === undefined ? schema.items : (tuple[at] ?? schema.additionalItems);
    return toRecord(part);
  };
  const createRow = (): unknown =>
    schemaUtils.getDefaultFormState(toRowSchema(items.length)) ?? null;
  return {
    id,
    fieldPath,
    label,
    rowTitle: toRowTitle(row),
    items,
    positions: tuple?.length,
    missing,
    canAdd: missing > 0 || ((tuple === undefined || isRecord(schema.additionalItems)) && hasRoom),
    rows,
    sheet,
    table: isTable ? columns : undefined,
    changeRow,
    replace: (next) => changeList(next, path),
    toRowSchema,
    createRow,
    add() {
      if (missing > 0) {
        onChange([...items, ...Array.from({ length: missing }, () => null)], path);
      } else if (hasRoom) rows.add(createRow());
    },
    isValid: (part, value) => schemaUtils.getValidator().isValid(part, value, rootSchema),
  };
}

/** Returns the title that the rows have of their own: "Line" in the list "Lines". */
function toRowTitle(row: unknown): string | undefined {
  const title = isRecord(row) ? row['title'] : undefined;
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
}
