import type { PlacedProblem } from '@formwork/core/documents';
import type { ReactNode } from 'react';
import { useCheckTexts } from './check-texts.ts';

interface ProblemListProps {
  readonly problems: readonly PlacedProblem[];
  /** Goes to where a problem stands. */
  readonly onPlace: (problem: PlacedProblem) => void;
  readonly onSchema: (reference: string) => void;
}

/** Problems, each with the way to its place and to the schema that says so. */
export function ProblemList({ problems, onPlace, onSchema }: ProblemListProps): ReactNode {
  const own = useCheckTexts();
  return (
    <ol className="check-problems">
      {problems.map((problem) => {
        const { line, column, pointer, message, suggestion, schema } = problem;
        return (
          <li key={`${line}:${column} ${pointer} ${message}`}>
            <button type="button" className="quiet" onClick={() => onPlace(problem)}>
              {own.place(line, column)}
            </button>
            {schema !== undefined && (
              <button
                type="button"
                className="quiet"
                aria-label={`${own.schema}: ${schema}`}
                onClick={() => onSchema(schema)}
              >
                {own.schema}
              </button>
            )}
            {/* What is wrong is told in English, as in every other place that tells it. */}
            <p lang="en" dir="ltr">
              {pointer !== '' && <code>{pointer}</code>} {message}
              {suggestion !== undefined && ` – ${suggestion}`}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
