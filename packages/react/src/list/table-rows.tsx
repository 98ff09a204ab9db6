import { toRecord } from '@formwork/schema/json';
import { useContext, useMemo, type ReactNode } from 'react';
import { toControlKind } from '../form-schema/control-kind.ts';
import type { Column } from '../form-schema/to-columns.ts';
import { toFieldPathId, type ErrorSchema, type FieldPathId } from '../rjsf.ts';
import { toElementId, toPartIds } from '../theme/element-ids.ts';
import { FieldNote } from '../theme/field-note.tsx';
import { useFormSettings } from '../theme/form-settings.ts';
import { ListContext } from '../theme/list-context.ts';
import { CellContext } from '../theme/list-context.ts';
import { toLabel } from '../theme/to-label.ts';
import { RowButtons } from './row-buttons.tsx';
import { pickErrors, type RowProps } from './row-props.ts';
import { toRowId } from './use-rows.ts';

/**
 * Draws the rows of a list as a table, for small groups without nesting; on a narrow screen, each
 * row becomes a card.
 */
export function TableRows(
  props: RowProps & {
    readonly columns: readonly Column[];
    readonly items: readonly unknown[];
    readonly errorSchema: ErrorSchema | undefined;
  },
): ReactNode {
  const { messages } = useFormSettings();
  const { label: list } = useContext(ListContext);
  const { columns, rows, items, errorSchema, fieldPath, listId, isDisabled, isReadOnly } = props;
  const { start, end } = rows.page;
  const hasButtons = !isDisabled && !isReadOnly;
  const labelled = columns.map((column) => {
    const source = {
      fallback: column.name,
      schema: column.schema,
      path: [...fieldPath.path, column.name],
    };
    return { ...column, label: toLabel(source, messages) };
  });
  return (
    <table className="fw-table" aria-labelledby={toPartIds(listId).label}>
      <thead>
        <tr>
          <th scope="col" className="fw-number">
            <span className="fw-hidden">{messages.rowNumber}</span>
          </th>
          {labelled.map(({ name, label, schema, isRequired }) => (
            <th key={name} scope="col" data-fw-kind={toControlKind(schema)}>
              {label}
              <FieldNote schema={schema} isRequired={isRequired} />
              {typeof schema['description'] === 'string' && (
                <span className="fw-help">{schema['description']}</span>
              )}
            </th>
          ))}
          {hasButtons && <td className="fw-actions" />}
        </tr>
      </thead>
      <tbody>
        {items.slice(start, end).map((item, offset) => {
          const row = start + offset;
          return (
            <TableRow
              {...props}
              key={rows.keys[row]}
              row={row}
              item={toRecord(item)}
              columns={labelled}
              errors={pickErrors(errorSchema, row)}
              label={messages.rowLabel(list, row + 1)}
              hasButtons={hasButtons}
            />
          );
        })}
      </tbody>
    </table>
  );
}

function TableRow(
  props: RowProps & {
    readonly row: number;
    readonly item: Readonly<Record<string, unknown>>;
    readonly columns: readonly (Column & { readonly label: string })[];
    readonly errors: ErrorSchema;
    readonly label: string;
    readonly hasButtons: boolean;
  },
): ReactNode {
  const { row, item, columns, errors, label, fieldPath, listId, registry, hasButtons } = props;
  const { globalFormOptions } = registry;
  const at = useMemo<FieldPathId>(
    () => toFieldPathId(row, globalFormOptions, fieldPath),
    [row, globalFormOptions, fieldPath],
  );
  const { __errors: rowErrors = [] } = errors;
  const columnCount = columns.length + (hasButtons ? 2 : 1);
  const id = toElementId(at.$id);
  return (
    <>
      <tr id={toRowId(listId, row)}>
        <th scope="row" className="fw-number">
          <span id={id} tabIndex={-1}>
            <span className="fw-row-name">{label}</span>
            <span aria-hidden="true">{row + 1}</span>
          </span>
        </th>
        {columns.map((column) => (
          <td key={column.name} data-fw-body="">
            <CellContext.Provider value={{ label: column.label, row: label }}>
              <Cell {...props} at={at} column={column} value={item[column.name]} />
            </CellContext.Provider>
          </td>
        ))}
        {hasButtons && (
          <td className="fw-actions" data-fw-buttons="">
            <RowButtons {...props} />
          </td>
        )}
      </tr>
      {rowErrors.length > 0 && (
        <tr>
          <td className="fw-error" colSpan={columnCount} id={toPartIds(id).error}>
            {rowErrors.map((error) => (
              <p key={error}>{error}</p>
            ))}
          </td>
        </tr>
      )}
    </>
  );
}

function Cell({
  at,
  column,
  value,
  errors,
  registry,
  ...props
}: RowProps & {
  readonly at: FieldPathId;
  readonly column: Column;
  readonly value: unknown;
  readonly errors: ErrorSchema;
}): ReactNode {
  const { SchemaField } = registry.fields;
  const { globalFormOptions } = registry;
  const fieldPathId = useMemo(
    () => toFieldPathId(column.name, globalFormOptions, at),
    [column.name, globalFormOptions, at],
  );
  return SchemaField === undefined ? null : (
    <SchemaField
      name={column.name}
      schema={column.schema}
      formData={value}
      errorSchema={pickErrors(errors, column.name)}
      fieldPathId={fieldPathId}
      required={column.isRequired}
      onChange={props.onChange}
      onBlur={props.onBlur}
      onFocus={props.onFocus}
      registry={registry}
      disabled={props.isDisabled}
      readonly={props.isReadOnly}
    />
  );
}
