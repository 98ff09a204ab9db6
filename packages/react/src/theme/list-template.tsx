import { useContext, useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps } from '../rjsf.ts';
import { toElementId, toPartIds } from './element-ids.ts';
import { useFormSettings } from './form-settings.ts';
import { ListContext, type PlannedFocus } from './list-context.ts';
import { toLabel } from './to-label.ts';

const FOCUSABLE = 'input, textarea, select, button, [tabindex="0"]';

/** A list of rows with a name for each button; the focus stays where the work is. */
export function ListTemplate(props: ArrayFieldTemplateProps): ReactNode {
  const { messages } = useFormSettings();
  const { schema, fieldPathId, items, canAdd, onAddClick } = props;
  const id = toElementId(fieldPathId.$id);
  const label = toLabel({ given: props.title, schema, path: fieldPathId.path }, messages);
  const rows = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const planned = useRef<PlannedFocus | undefined>(undefined);
  const count = Array.isArray(items) ? items.length : 0;

  useEffect(() => {
    const focus = planned.current;
    planned.current = undefined;
    if (focus === undefined) return;
    const row = rows.current?.children[Math.min(focus.row, count - 1)];
    const part = focus.part === 'field' ? FOCUSABLE : '[data-fw-remove]';
    const target = row?.querySelector<HTMLElement>(part) ?? addButton.current;
    target?.focus();
  }, [count]);

  const plan = (focus: PlannedFocus): void => {
    planned.current = focus;
  };
  const description = schema.description ?? '';
  return (
    <fieldset className="fw-group fw-list" id={id} tabIndex={-1}>
      <legend id={toPartIds(id).label} data-fw-label={label}>
        {label}
        {props.required === true && <span className="fw-note"> ({messages.required})</span>}
      </legend>
      {description !== '' && <p className="fw-help">{description}</p>}
      <ListContext.Provider value={{ label, isTuple: Array.isArray(schema.items), plan }}>
        <div ref={rows}>{items}</div>
      </ListContext.Provider>
      {canAdd === true && props.disabled !== true && props.readonly !== true && (
        <button
          ref={addButton}
          type="button"
          className="fw-button"
          onClick={(event) => {
            plan({ row: count, part: 'field' });
            onAddClick(event);
          }}
        >
          {messages.add(label)}
        </button>
      )}
    </fieldset>
  );
}

/** A row of a list and its buttons. */
export function RowTemplate(props: ArrayFieldItemTemplateProps): ReactNode {
  const { messages } = useFormSettings();
  const { label: list, plan } = useContext(ListContext);
  const { children, buttonsProps: buttons, index, disabled, readonly } = props;
  const label = messages.rowLabel(list, index + 1);
  const isFixed = disabled === true || readonly === true;
  const moves = [
    { has: buttons.hasMoveUp, name: messages.moveUp(label), sign: '↑', run: buttons.onMoveUpItem },
    {
      has: buttons.hasMoveDown,
      name: messages.moveDown(label),
      sign: '↓',
      run: buttons.onMoveDownItem,
    },
  ];
  const remove = (event: MouseEvent): void => {
    plan({ row: index, part: 'button' });
    buttons.onRemoveItem(event);
  };
  return (
    <div className="fw-row">
      <div className="fw-row-field">{children}</div>
      {!isFixed && (
        <div className="fw-row-buttons">
          {moves.map(
            ({ has, name, sign, run }) =>
              has && (
                <button
                  key={sign}
                  type="button"
                  className="fw-button fw-icon"
                  aria-label={name}
                  title={name}
                  onClick={run}
                >
                  <span aria-hidden="true">{sign}</span>
                </button>
              ),
          )}
          {buttons.hasRemove && (
            <button
              type="button"
              className="fw-button fw-icon"
              aria-label={messages.remove(label)}
              title={messages.remove(label)}
              data-fw-remove=""
              onClick={remove}
            >
              <span aria-hidden="true">×</span>
            </button>
          )}
        </div>
      )}
    </div>
  );
}
