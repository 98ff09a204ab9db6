import type { JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { type ReactNode, Suspense, useContext, useMemo } from 'react';
import { toControlKind, toUploadKind } from '../form-schema/control-kind.ts';
import { resolveSchema } from '../form-schema/form-keywords.ts';
import { lazyPart } from '../loading/code-loader.ts';
import { type ErrorSchema, type FieldProps, toFieldPathId } from '../rjsf.ts';
import { toElementId, toPartIds } from '../theme/element-ids.ts';
import { FieldNote } from '../theme/field-note.tsx';
import { useFormSettings } from '../theme/form-settings.ts';
import { ListContext } from '../theme/list-context.ts';
import { RowHoldContext } from '../theme/pending-count.ts';
import { WidgetField } from '../theme/widget-field.tsx';
import { PastePanel, SheetButtons, Spreadsheet } from './list-sheet.tsx';
import { RowButtons } from './row-buttons.tsx';
import { pickErrors, type RowProps } from './row-props.ts';
import { TableRows } from './table-rows.tsx';
import { type RowListState, useRowList } from './use-row-list.ts';
import { toAddId, toRowId } from './use-rows.ts';

/** The line with the buttons for other pages; its code is loaded only with the first long list. */
const Pager = lazyPart(async () => (await import('./pager.tsx')).Pager);

/** The values of a folded row; their code is loaded only with the first of them. */
const RowSummary = lazyPart(async () => (await import('./row-summary.tsx')).RowSummary);

/**
 * Draws the field of a list: one control for a list of choices or files, and rows for any other
 * list.
 */
export function ListField(props: FieldProps): ReactNode {
  const { onUpload } = useFormSettings();
  const kind = onUpload === undefined ? toControlKind(props.schema) : toUploadKind(props.schema);
  return kind === 'choices' || kind === 'files' ? (
    <WidgetField {...props} />
  ) : (
    <RowList {...props} />
  );
}

/**
 * Draws the rows of a list, one page at a time, as a table, as cards that fold, or as plain fields.
 * Rows on other pages keep their data; the focus follows the changed row.
 */
function RowList(props: FieldProps): ReactNode {
  const { messages } = useFormSettings();
  const { schema } = props;
  const list = useRowList(props);
  const { id, label, rowTitle, items, rows, sheet } = list;
  const isFixed = props.disabled === true || props.readonly === true;
  const isTuple = list.positions !== undefined;
  const context = useMemo(
    () => ({ label: rowTitle ?? label, isTuple }),
    [rowTitle, label, isTuple],
  );
  const description = schema.description ?? '';
  const { start, end } = rows.page;
  const pager = !sheet.isShown && items.length > end - start && (
    <Suspense>
      <Pager label={label} page={rows.page} onShow={rows.show} />
    </Suspense>
  );
  return (
    <fieldset
      className="fw-group fw-list"
      id={id}
      tabIndex={-1}
      onPaste={isFixed ? undefined : sheet.takePaste}
    >
      <legend id={toPartIds(id).label} data-fw-label={label}>
        {label}
        <FieldNote schema={schema} isRequired={props.required === true} />
      </legend>
      {description !== '' && <p className="fw-help">{description}</p>}
      {items.length === 0 && !isFixed && !sheet.isShown && (
        <p className="fw-help">{messages.noRows}</p>
      )}
      <ListContext.Provider value={context}>
        {pager}
        <ListRows field={props} list={list} isFixed={isFixed} />
        {end - start > 10 && pager}
      </ListContext.Provider>
      {!isFixed && <ListTools {...list} />}
      {sheet.pasted !== undefined && (
        <Suspense>
          <PastePanel
            key={sheet.pasted.text || sheet.pasted.html}
            columns={sheet.columns}
            copied={sheet.pasted}
            isValid={list.isValid}
            items={items}
            isHeld={rows.isHeld}
            blank={list.createRow()}
            onAdd={(next) => {
              props.onChange(next, list.fieldPath.path);
              sheet.close();
            }}
            onClose={sheet.close}
          />
        </Suspense>
      )}
    </fieldset>
  );
}

/** Draws the rows themselves: a spreadsheet, a table, or cards and fields. */
function ListRows({
  field,
  list,
  isFixed,
}: {
  readonly field: FieldProps;
  readonly list: RowListState;
  readonly isFixed: boolean;
}): ReactNode {
  const { schema, errorSchema, title, name } = field;
  const { fieldPath, items, rows, sheet, table } = list;
  const rowName = schema.title ?? title ?? name;
  const { start, end } = rows.page;
  const shared: RowProps = {
    rows,
    listId: list.id,
    fieldPath,
    isDisabled: field.disabled === true,
    isReadOnly: field.readonly === true,
    fixedRows: list.positions ?? 0,
    total: items.length,
    registry: field.registry,
    onChange: list.changeRow,
    onBlur: field.onBlur,
    onFocus: field.onFocus,
  };
  return (
    <>
      {sheet.isShown ? (
        <Suspense fallback={<div className="fw-waiting" aria-busy="true" />}>
          <Spreadsheet
            label={list.label}
            columns={sheet.columns}
            items={items}
            createRow={list.createRow}
            fieldPath={fieldPath}
            errorSchema={errorSchema}
            isFixed={isFixed}
            maxItems={schema.maxItems}
            isValid={list.isValid}
            onChange={list.replace}
            onRemove={rows.remove}
          />
        </Suspense>
      ) : (
        table && <TableRows {...shared} columns={table} items={items} errorSchema={errorSchema} />
      )}
      {/* Rows that hold something unfinished stay drawn, but hidden, beside the spreadsheet. */}
      {!table &&
        rows.drawn.map(
          (row) =>
            (!sheet.isShown || rows.isHeld(row)) && (
              <RowHoldContext.Provider key={rows.keys[row]} value={rows.toHold(row)}>
                <CardRow
                  {...shared}
                  row={row}
                  item={items[row]}
                  isOnPage={!sheet.isShown && row >= start && row < end}
                  schema={list.toRowSchema(row)}
                  errorSchema={pickErrors(errorSchema, row)}
                  name={name === '' ? '' : `${name}-${row}`}
                  title={rowName === '' ? undefined : `${rowName}-${row + 1}`}
                />
              </RowHoldContext.Provider>
            ),
        )}
    </>
  );
}

/** Draws the buttons that add rows, and those of the spreadsheet. */
function ListTools(list: RowListState): ReactNode {
  const { messages } = useFormSettings();
  const { id, label, rowTitle, positions, missing, canAdd, sheet } = list;
  const hasSheet = sheet.columns.length > 0;
  if (!canAdd && !hasSheet) return null;
  return (
    <div className={missing > 0 ? 'fw-folded' : 'fw-list-tools'}>
      {canAdd && !sheet.isShown && (
        <button type="button" className="fw-button" id={toAddId(id)} onClick={list.add}>
          {rowTitle === undefined && positions === undefined
            ? messages.addRow(label)
            : messages.add(rowTitle ?? label)}
        </button>
      )}
      {hasSheet && <SheetButtons sheet={sheet} canAdd={canAdd} />}
    </div>
  );
}

/** Draws one row of a list: a single field, or a card that folds into a summary of its values. */
function CardRow(
  props: RowProps & {
    /** The position of the row in its list, counted from 0. */
    readonly row: number;
    readonly item: unknown;
    /** False if the row is drawn only because its fields hold something unfinished. */
    readonly isOnPage: boolean;
    readonly schema: JsonSchema;
    readonly errorSchema: ErrorSchema;
    readonly name: string;
    readonly title: string | undefined;
  },
): ReactNode {
  const { messages } = useFormSettings();
  const { label: list } = useContext(ListContext);
  const { rows, row, item, schema, fieldPath, listId, registry, isDisabled, isReadOnly } = props;
  const { SchemaField } = registry.fields;
  const { globalFormOptions, rootSchema } = registry;
  const fieldPathId = useMemo(
    () => toFieldPathId(row, globalFormOptions, fieldPath),
    [row, globalFormOptions, fieldPath],
  );
  const kind = toControlKind(
    registry.schemaUtils.retrieveSchema(resolveSchema(schema, rootSchema), item),
  );
  const canFold =
    row >= props.fixedRows &&
    kind !== 'editor' &&
    (isRecord(item) || Array.isArray(item) || ['group', 'list', 'union'].includes(kind));
  const isOpen = !canFold || rows.isOpen(row);
  const isDrawn = isOpen || rows.isHeld(row);
  const id = toRowId(listId, row);
  const field = isDrawn && SchemaField !== undefined && (
    <SchemaField
      {...{ index: row }}
      name={props.name}
      title={props.title}
      schema={schema}
      formData={item}
      errorSchema={props.errorSchema}
      fieldPathId={fieldPathId}
      required={![schema['type']].flat().includes('null')}
      onChange={props.onChange}
      onBlur={props.onBlur}
      onFocus={props.onFocus}
      registry={registry}
      disabled={isDisabled}
      readonly={isReadOnly}
    />
  );
  const buttons = !isDisabled && !isReadOnly && (
    <RowButtons rows={rows} row={row} fixedRows={props.fixedRows} total={props.total} />
  );
  if (!canFold) {
    return (
      <div className="fw-row" id={id} hidden={!props.isOnPage}>
        <div className="fw-row-field">{field}</div>
        {buttons}
      </div>
    );
  }
  const body = `${id}-body`;
  return (
    <div className="fw-item" id={id} hidden={!props.isOnPage}>
      <button
        type="button"
        className="fw-toggle"
        aria-expanded={isOpen}
        aria-controls={isOpen ? body : undefined}
        // This button has the id of fields that are not drawn, so that the summary of problems can
        // lead to it.
        id={isDrawn ? undefined : toElementId(fieldPathId.$id)}
        onClick={() => rows.toggle(row)}
      >
        <span className="fw-toggle-name">{messages.rowLabel(list, row + 1)}</span>
        <span className="fw-note">
          {!isOpen && (
            <Suspense>
              <RowSummary item={item} schema={schema} root={rootSchema} />
            </Suspense>
          )}
        </span>
      </button>
      {buttons}
      {isDrawn && (
        <div className="fw-item-body" id={body} data-fw-body="" hidden={!isOpen}>
          {field}
        </div>
      )}
    </div>
  );
}
