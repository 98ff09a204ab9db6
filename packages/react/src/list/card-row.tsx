import { isRecord } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import { useContext, useMemo, type ReactNode } from 'react';
import { followReferences } from '../form-schema/form-keywords.ts';
import { toFieldPathId, type ErrorSchema } from '../rjsf.ts';
import { toControlKind } from '../form-schema/control-kind.ts';
import { toElementId } from '../theme/element-ids.ts';
import { useFormSettings } from '../theme/form-settings.ts';
import { ListContext } from '../theme/place-context.ts';
import { RowButtons } from './row-buttons.tsx';
import type { RowProps } from './row-props.ts';
import { summarizeRow } from './summarize-row.ts';
import { toRowId } from './use-rows.ts';

interface CardRowProps extends RowProps {
  /** The position of the row in its list, counted from 0. */
  readonly row: number;
  readonly item: unknown;
  readonly schema: JsonSchema;
  readonly errorSchema: ErrorSchema;
  readonly name: string;
  readonly title: string | undefined;
}

/** One row of a list: a single field, or a card that folds into a summary of its values. */
export function CardRow(props: CardRowProps): ReactNode {
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
  const id = toRowId(listId, row);
  const field = isOpen && SchemaField !== undefined && (
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
      <div className="fw-row" id={id}>
        <div className="fw-row-field">{field}</div>
        {buttons}
      </div>
    );
  }
  const summary = summarizeRow(item, { schema, root: rootSchema, language: messages.language });
  const body = `${id}-body`;
  return (
    <div className="fw-item" id={id}>
      <button
        type="button"
        className="fw-toggle"
        aria-expanded={isOpen}
        aria-controls={isOpen ? body : undefined}
        // Stands for the fields while the card is folded, so that problems can lead to it.
        id={isOpen ? undefined : toElementId(fieldPathId.$id)}
        onClick={() => rows.toggle(row)}
      >
        <span className="fw-toggle-name">{messages.rowLabel(list, row + 1)}</span>
        <span className="fw-note">{isOpen ? '' : summary || messages.emptyRow}</span>
      </button>
      {buttons}
      {isOpen && (
        <div className="fw-item-body" id={body} data-fw-body="">
          {field}
        </div>
      )}
    </div>
  );
}
