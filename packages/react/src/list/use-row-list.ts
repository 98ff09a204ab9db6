import type { JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { useCallback, useMemo } from 'react';
import { toHints } from '../form-schema/field-hints.ts';
import { toColumns } from '../form-schema/to-columns.ts';
import type { FieldPathId, FieldProps } from '../rjsf.ts';
import { toElementId } from '../theme/element-ids.ts';
import { toEmptyList } from '../theme/to-empty.ts';
import { useLabel } from '../theme/use-label.ts';
import { type ListSheet, useSheet } from './list-sheet.tsx';
import { followReferences } from '../form-schema/form-keywords.ts';
import { type Rows, useRows } from './use-rows.ts';

/** The shape of a list by its schema. Rows are counted from 0. */
class ListShape {
  /** The schemas of the positions of a tuple; `undefined` for a list whose rows are alike. */
  readonly tuple: readonly unknown[] | undefined;
  readonly #schema: JsonSchema;
  readonly #root: JsonSchema;

  constructor(schema: JsonSchema, root: JsonSchema) {
    const { items } = schema;
    this.tuple = Array.isArray(items) ? items : undefined;
    this.#schema = schema;
    this.#root = root;
  }

  /** Returns the schema of all rows, without references; `undefined` for a tuple. */
  readRow(): unknown {
    return this.tuple === undefined ? this.#resolve() : undefined;
  }

  /** Returns the title that the rows have of their own: "Line" in the list "Lines". */
  readRowTitle(): string | undefined {
    const row = this.#resolve();
    const title = isRecord(row) ? row['title'] : undefined;
    return typeof title === 'string' && title.trim() !== '' ? title : undefined;
  }

  /** Returns the schema of a row, which may be a reference. */
  toRowSchema(row: number): JsonSchema {
    const { items, additionalItems } = this.#schema;
    const schema = this.tuple === undefined ? items : (this.tuple[row] ?? additionalItems);
    return isRecord(schema) ? schema : {};
  }

  /** Counts the rows that a tuple of a number of rows lacks. */
  countMissing(count: number): number {
    return Math.max(0, (this.tuple?.length ?? 0) - count);
  }

  /** True if a list of a number of rows may have one more. */
  hasRoom(count: number): boolean {
    const { maxItems } = this.#schema;
    return typeof maxItems !== 'number' || count < maxItems;
  }

  /** True if people may add a row to a list of a number of rows. */
  mayGrow(count: number): boolean {
    if (this.countMissing(count) > 0) return true;
    const mayHaveMore = this.tuple === undefined || isRecord(this.#schema.additionalItems);
    return mayHaveMore && this.hasRoom(count);
  }

  #resolve(): unknown {
    const { items } = this.#schema;
    return isRecord(items) ? followReferences(items, this.#root) : items;
  }
}

/** A list of the form: its rows, what its schema says of them, and the changes of the whole list. */
export interface RowListState {
  readonly id: string;
  readonly place: FieldPathId;
  readonly label: string;
  readonly items: readonly unknown[];
  readonly shape: ListShape;
  readonly rows: Rows;
  readonly sheet: ListSheet;
  /** The columns of a list that is drawn as a table; `undefined` for any other. */
  readonly table: ReturnType<typeof toColumns>;
  /** Called with the changes of a row's fields. */
  readonly changeRow: FieldProps['onChange'];
  /** Replaces all rows. */
  readonly replace: (items: readonly unknown[]) => void;
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
  const place: FieldPathId = props.childFieldPathId ?? props.fieldPathId;
  const { path } = place;
  const id = toElementId(props.fieldPathId.$id);
  const label = useLabel({ given: props.title ?? props.name, schema, path });
  const items: readonly unknown[] = useMemo(
    () => (Array.isArray(formData) ? formData : []),
    [formData],
  );
  const shape = new ListShape(schema, rootSchema);
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
    () => (shape.tuple === undefined ? toColumns(shape.readRow()) : undefined),
    [shape.tuple, schema.items, rootSchema],
  );
  const { widget } = toHints(schema);
  const isTable = items.length > 0 && items.every(isRecord) && widget !== 'cards';
  const isFirst = widget === 'spreadsheet';
  const sheet = useSheet({ columns: shape.readRow(), items, path, isFirst });
  const createRow = (): unknown =>
    schemaUtils.getDefaultFormState(shape.toRowSchema(items.length)) ?? null;
  return {
    id,
    place,
    label,
    items,
    shape,
    rows,
    sheet,
    table: isTable ? columns : undefined,
    changeRow,
    replace: (next) => changeList(next, path),
    createRow,
    add() {
      const missing = shape.countMissing(items.length);
      if (missing > 0) {
        onChange([...items, ...Array.from({ length: missing }, () => null)], path);
      } else if (shape.hasRoom(items.length)) rows.add(createRow());
    },
    isValid: (part, value) => schemaUtils.getValidator().isValid(part, value, rootSchema),
  };
}
