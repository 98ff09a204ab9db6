import type { ReactNode } from 'react';
import { toPartIds } from '../theme/element-ids.ts';
import { useFormSettings } from '../theme/form-settings.ts';
import type { Cell } from './cell-context.ts';

interface CellFieldProps {
  readonly id: string;
  readonly cell: Cell;
  readonly help: string | undefined;
  readonly errors: readonly string[];
  readonly children: ReactNode;
}

/** A field in a table: its label is for those who cannot see where it stands, and for narrow screens. */
export function CellField({ id, cell, help, errors, children }: CellFieldProps): ReactNode {
  const { messages } = useFormSettings();
  const ids = toPartIds(id);
  const label = messages.cell(cell.label, cell.row);
  return (
    <>
      <label className="fw-label fw-cell-label" id={ids.label} htmlFor={id} data-fw-label={label}>
        {cell.label}
        <span className="fw-hidden"> {cell.row}</span>
      </label>
      {children}
      {help !== undefined && help !== '' && (
        <span className="fw-help fw-cell-label" id={ids.description}>
          {help}
        </span>
      )}
      {errors.length > 0 && (
        <div className="fw-error" id={ids.error}>
          {errors.map((error) => (
            <p key={error}>{error}</p>
          ))}
        </div>
      )}
    </>
  );
}
