import type { ReactNode } from 'react';
import { Select } from '../parts/select.tsx';
import { useBatchTexts } from './batch-texts.ts';
import type { BatchTarget } from './list-targets.ts';
import type { ColumnMapping } from './map-columns.ts';
import type { TextTable } from './parse-csv.ts';

interface ColumnMapProps {
  readonly table: TextTable;
  readonly targets: readonly BatchTarget[];
  readonly mapping: ColumnMapping;
  readonly onChange: (mapping: ColumnMapping) => void;
}

const NONE = '';

/** Which field each column fills, with the first value as a hint. */
export function ColumnMap({ table, targets, mapping, onChange }: ColumnMapProps): ReactNode {
  const own = useBatchTexts();
  const options = [
    [NONE, own.batchSkip] as const,
    ...targets.map(({ label }, n) => [String(n), label] as const),
  ];
  const missing = targets.filter(({ isRequired }, n) => isRequired && !mapping.includes(n));
  return (
    <section className="card" aria-label={own.batchColumns}>
      <h2>{own.batchColumns}</h2>
      <div className="columns">
        {table.columns.map((column, n) => (
          <div key={`${column} ${n}`}>
            <Select
              label={own.batchColumn(column)}
              value={mapping[n] === undefined ? NONE : String(mapping[n])}
              options={options}
              onChange={(value) =>
                onChange(
                  table.columns.map((_, place) =>
                    place === n ? (value === NONE ? undefined : Number(value)) : mapping[place],
                  ),
                )
              }
            />
            <p className="help line" dir="auto">
              {table.rows[0]?.[n] ?? ''}
            </p>
          </div>
        ))}
      </div>
      {missing.length > 0 && (
        <p className="note" data-kind="warning" role="status">
          {own.batchMissing(missing.map(({ label }) => label).join(', '))}
        </p>
      )}
    </section>
  );
}
