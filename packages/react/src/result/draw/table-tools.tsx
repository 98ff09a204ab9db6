import { useId, type ReactNode } from 'react';
import { formatNumber } from '../../text/format-number.ts';
import { useResult } from '../settings.ts';
import type { TableState } from './table-state.ts';

/** A column of a table with its label. */
export interface LabelledColumn {
  readonly name: string;
  readonly label: string;
}

interface TableToolsProps {
  readonly name: string;
  readonly columns: readonly LabelledColumn[];
  readonly state: TableState;
  /** The number of rows that the filter leaves. */
  readonly count: number;
  /** True for a table that is long enough to be filtered. */
  readonly isLong: boolean;
  readonly isWhole: boolean;
  readonly onChange: (change: Partial<TableState>) => void;
  readonly onSave: (kind: 'csv' | 'json') => void;
  /** Shows the table in the whole window, or no longer. */
  readonly onWhole: () => void;
}

/** The number of columns from which people can choose some, and see the table in the whole window. */
const MANY_COLUMNS = 4;

/** Draws the tools above a table: filter, number of rows, columns, downloads and full width. */
export function TableTools(props: TableToolsProps): ReactNode {
  const { name, columns, state, count, isLong, isWhole, onChange, onSave, onWhole } = props;
  const { messages } = useResult();
  const { language, result: texts } = messages;
  const id = useId();
  const hasMany = columns.length >= MANY_COLUMNS;
  const left = columns.length - state.hidden.size;
  return (
    <div className="fw-table-tools">
      {isLong && (
        <input
          type="search"
          className="fw-input fw-filter"
          aria-label={`${texts.filter}: ${name}`}
          placeholder={texts.filter}
          value={state.filter}
          onChange={({ target }) => onChange({ filter: target.value, page: 0 })}
        />
      )}
      <span className="fw-note" role="status">
        {texts.rowCount(count, formatNumber(count, language))}
      </span>
      {hasMany && (
        <details className="fw-columns">
          <summary className="fw-button fw-small">
            {texts.columns}
            {state.hidden.size > 0 && ` (${formatNumber(left, language)})`}
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
                    disabled={isShown && left === 1}
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
      <button type="button" className="fw-button fw-small" onClick={() => onSave('csv')}>
        {texts.downloadCsv}
      </button>
      <button type="button" className="fw-button fw-small" onClick={() => onSave('json')}>
        {texts.downloadJson}
      </button>
      {(hasMany || isWhole) && (
        <button type="button" className="fw-button fw-small" onClick={onWhole}>
          {isWhole ? texts.close : texts.wholeWidth}
        </button>
      )}
    </div>
  );
}
