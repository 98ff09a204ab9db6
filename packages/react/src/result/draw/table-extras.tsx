import { useId, type ReactNode } from 'react';
import { formatNumber } from '../../text/format-number.ts';
import { useResult } from '../settings.ts';
import type { TableState } from '../shape/table-choices.ts';

export interface TableExtrasProps {
  readonly name: string;
  /** A column of a table with its label. */
  readonly columns: readonly {
    readonly name: string;
    readonly label: string;
  }[];
  readonly state: TableState;
  readonly isWhole: boolean;
  readonly onChange: (change: Partial<TableState>) => void;
  readonly onSave: (kind: 'csv' | 'json') => void;
  /** Shows the table in the whole window, or no longer. */
  readonly onWhole: () => void;
}

/** The number of columns from which people can choose some, and see the table in the whole window. */
const MANY_COLUMNS = 4;

/** Draws the choice of a table's columns, the download as JSON, and the button for full width. */
export function TableExtras(props: TableExtrasProps): ReactNode {
  const { name, columns, state, isWhole, onChange, onSave, onWhole } = props;
  const { messages } = useResult();
  const { language, result: texts } = messages;
  const id = useId();
  const hasMany = columns.length >= MANY_COLUMNS;
  const shownCount = columns.filter((column) => !state.hidden.has(column.name)).length;
  return (
    <>
      {hasMany && (
        <details className="fw-columns">
          <summary className="fw-button fw-small">
            {texts.columns}
            {shownCount < columns.length && ` (${formatNumber(shownCount, language)})`}
          </summary>
          <fieldset>
            <legend className="fw-hidden">{`${texts.columns}: ${name}`}</legend>
            {columns.map((column, at) => {
              const isShown = !state.hidden.has(column.name);
              return (
                <label key={column.name} htmlFor={`${id}-${at}`}>
                  <input
                    id={`${id}-${at}`}
                    type="checkbox"
                    checked={isShown}
                    // One column stays, because a table without columns could not be found again.
                    disabled={isShown && shownCount === 1}
                    onChange={() => {
                      const hidden = new Set(state.hidden);
                      if (isShown) hidden.add(column.name);
                      else hidden.delete(column.name);
                      onChange({ hidden });
                    }}
                  />
                  <bdi>{column.label}</bdi>
                </label>
              );
            })}
          </fieldset>
        </details>
      )}
      <button type="button" className="fw-button fw-small" onClick={() => onSave('json')}>
        {texts.downloadJson}
      </button>
      {(hasMany || isWhole) && (
        <button type="button" className="fw-button fw-small" onClick={onWhole}>
          {isWhole ? texts.close : texts.wholeWidth}
        </button>
      )}
    </>
  );
}
