import { toControlKind, toUploadKind } from '../form-schema/control-kind.ts';
import { followReferences } from '../form-schema/form-keywords.ts';
import { toHints } from '../form-schema/field-hints.ts';
import { toColumns } from '../form-schema/to-columns.ts';
import { type ErrorSchema, type FieldPathId, type FieldProps, toFieldPathId } from '../rjsf.ts';
import { toElementId, toPartIds } from '../theme/element-ids.ts';
import { FieldNote } from '../theme/field-note.tsx';
import { useFormSettings } from '../theme/form-settings.ts';
import { ListContext } from '../theme/place-context.ts';
import { RowHoldContext } from '../theme/row-hold.ts';
import { toEmptyList } from '../theme/to-empty.ts';
import { useLabel } from '../theme/use-label.ts';
import { WidgetField } from '../theme/widget-field.tsx';
import { lazyPart } from '../loading/code-loader.ts';
import { RowButtons } from './row-buttons.tsx';
import { pickErrors, type RowProps } from './row-props.ts';
import { PastePanel, SheetButtons, Spreadsheet, useSheet } from './list-sheet.tsx';
import { TableRows } from './table-rows.tsx';
import { toAddId, toRowId, useRows } from './use-rows.ts';
import type { JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { type ReactNode, Suspense, useCallback, useContext, useMemo } from 'react';

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
  const { schema, formData, registry, errorSchema, title, name, onChange } = props;
  const { rootSchema, schemaUtils } = registry;
  const place: FieldPathId = props.childFieldPathId ?? props.fieldPathId;
  const { path } = place;
  const id = toElementId(props.fieldPathId.$id);
  const label = useLabel({ given: title ?? name, schema, path });
  const items: readonly unknown[] = useMemo(
    () => (Array.isArray(formData) ? formData : []),
    [formData],
  );
  // A row has its own title in its label if its schema has one: "Add line" in the list "Lines".
  const ownTitle = toTitle(resolve(schema.items, rootSchema));
  const rowLabel = ownTitle ?? label;
  const rowTitle = schema.title ?? title ?? name;
  const places = Array.isArray(schema.items) ? schema.items : undefined;
  const isFixed = props.disabled === true || props.readonly === true;
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
    () => (places === undefined ? toColumns(resolve(schema.items, rootSchema)) : undefined),
    [places, schema.items, rootSchema],
  );
  const { widget } = toHints(schema);
  const isTable =
    columns !== undefined && items.length > 0 && items.every(isRecord) && widget !== 'cards';
  const sheet = useSheet({
    columns: places === undefined ? resolve(schema.items, rootSchema) : undefined,
    items,
    path,
    isFirst: widget === 'spreadsheet',
  });

  function toRowSchema(row: number): JsonSchema {
    const found = places === undefined ? schema.items : (places[row] ?? schema.additionalItems);
    return isRecord(found) ? found : {};
  }

  /** Makes a new row, which has the same value as one that the person has emptied. */
  function createRow(): unknown {
    return schemaUtils.getDefaultFormState(toRowSchema(items.length)) ?? null;
  }

  function add(): void {
    const missing = (places?.length ?? 0) - items.length;
    const { maxItems } = schema;
    if (missing > 0) {
      onChange([...items, ...Array.from({ length: missing }, () => null)], path);
    } else if (maxItems === undefined || items.length < maxItems) {
      rows.add(createRow());
    }
  }

  const isShort = places !== undefined && items.length < places.length;
  const canAdd =
    isShort ||
    ((places === undefined || isRecord(schema.additionalItems)) &&
      (schema.maxItems === undefined || items.length < schema.maxItems));
  const { start, end } = rows.page;
  const description = schema.description ?? '';
  const shared = {
    rows,
    listId: id,
    place,
    isDisabled: props.disabled === true,
    isReadOnly: props.readonly === true,
    fixedRows: places?.length ?? 0,
    total: items.length,
    registry,
    onChange: changeRow,
    onBlur: props.onBlur,
    onFocus: props.onFocus,
  };
  const context = useMemo(
    () => ({ label: rowLabel, isTuple: places !== undefined }),
    [rowLabel, places],
  );
  const pager = items.length > end - start && (
    <Suspense>
      <Pager label={label} page={rows.page} onShow={rows.show} />
    </Suspense>
  );
  const isValid = (part: JsonSchema, value: unknown): boolean =>
    schemaUtils.getValidator().isValid(part, value, rootSchema);
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
        {!sheet.isShown && pager}
        {sheet.isShown ? (
          <Suspense fallback={<div className="fw-waiting" aria-busy="true" />}>
            <Spreadsheet
              label={label}
              columns={sheet.columns}
              items={items}
              createRow={createRow}
              place={place}
              errorSchema={errorSchema}
              isFixed={isFixed}
              maxItems={schema.maxItems}
              isValid={isValid}
              onChange={(next) => changeList(next, path)}
              onRemove={rows.remove}
            />
          </Suspense>
        ) : (
          isTable && (
            <TableRows {...shared} columns={columns} items={items} errorSchema={errorSchema} />
          )
        )}
        {/* Rows that hold something unfinished stay drawn, but hidden, beside the spreadsheet. */}
        {!isTable &&
          rows.drawn.map(
            (row) =>
              (!sheet.isShown || rows.isHeld(row)) && (
                <RowHoldContext.Provider key={rows.keys[row]} value={rows.toHold(row)}>
                  <CardRow
                    {...shared}
                    row={row}
                    item={items[row]}
                    isOnPage={!sheet.isShown && row >= start && row < end}
                    schema={toRowSchema(row)}
                    errorSchema={pickErrors(errorSchema, row)}
                    name={name === '' ? '' : `${name}-${row}`}
                    title={rowTitle === '' ? undefined : `${rowTitle}-${row + 1}`}
                  />
                </RowHoldContext.Provider>
              ),
          )}
        {!sheet.isShown && end - start > 10 && pager}
      </ListContext.Provider>
      {!isFixed && (canAdd || sheet.columns.length > 0) && (
        <div className={isShort ? 'fw-folded' : 'fw-list-tools'}>
          {canAdd && !sheet.isShown && (
            <button type="button" className="fw-button" id={toAddId(id)} onClick={add}>
              {ownTitle === undefined && places === undefined
                ? messages.addRow(label)
                : messages.add(rowLabel)}
            </button>
          )}
          {sheet.columns.length > 0 && <SheetButtons sheet={sheet} canAdd={canAdd} />}
        </div>
      )}
      {sheet.pasted !== undefined && (
        <Suspense>
          <PastePanel
            key={sheet.pasted}
            columns={sheet.columns}
            text={sheet.pasted}
            isValid={isValid}
            items={items}
            isHeld={rows.isHeld}
            blank={createRow()}
            onAdd={(next) => {
              onChange(next, path);
              sheet.close();
            }}
            onClose={sheet.close}
          />
        </Suspense>
      )}
    </fieldset>
  );
}

function toTitle(schema: unknown): string | undefined {
  const title = isRecord(schema) ? schema['title'] : undefined;
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
}

function resolve(schema: unknown, root: JsonSchema): unknown {
  return isRecord(schema) ? followReferences(schema, root) : schema;
}

interface CardRowProps extends RowProps {
  /** The position of the row in its list, counted from 0. */
  readonly row: number;
  readonly item: unknown;
  /** False if the row is drawn only because its fields hold something unfinished. */
  readonly isOnPage: boolean;
  readonly schema: JsonSchema;
  readonly errorSchema: ErrorSchema;
  readonly name: string;
  readonly title: string | undefined;
}

/** Draws one row of a list: a single field, or a card that folds into a summary of its values. */
function CardRow(props: CardRowProps): ReactNode {
  const { messages } = useFormSettings();
  const { label: list } = useContext(ListContext);
  const { rows, row, item, schema, place, listId, registry, isDisabled, isReadOnly } = props;
  const { SchemaField } = registry.fields;
  const { globalFormOptions, rootSchema } = registry;
  const fieldPathId = useMemo(
    () => toFieldPathId(row, globalFormOptions, place),
    [row, globalFormOptions, place],
  );
  const kind = toControlKind(
    registry.schemaUtils.retrieveSchema(followReferences(schema, rootSchema) ?? schema, item),
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
