import type { ReactNode } from 'react';
import { formatNumber } from '../../text/format-number.ts';
import { useResult } from '../settings.ts';
import { TableExtras, type TableExtrasProps } from './table-extras.tsx';

/** Draws the tools above a table: filter, number of rows, columns, downloads and full width. */
export function TableTools(
  props: TableExtrasProps & {
    /** The number of rows that the filter leaves. */
    readonly count: number;
    /** True for a table that is long enough to be filtered. */
    readonly isLong: boolean;
  },
): ReactNode {
  const { name, state, count, isLong, onChange, onSave } = props;
  const { messages } = useResult();
  const { language, result: texts } = messages;
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
      <TableExtras {...props} />
      <button type="button" className="fw-button fw-small" onClick={() => onSave('csv')}>
        {texts.downloadCsv}
      </button>
    </div>
  );
}
