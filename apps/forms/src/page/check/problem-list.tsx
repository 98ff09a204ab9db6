import { parsePointer } from '@formwork/schema/internal';
import type { PlacedProblem } from '@formwork/documents';
import type { ReactNode } from 'react';
import { useFormMessages } from '../form/use-form-messages.ts';
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
  const messages = useFormMessages();
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
            {messages !== undefined && messages.language.slice(0, 2) !== 'en' && (
              <p>{messages.misfit(toName(problem, own.document), problem)}</p>
            )}
            {/* The words that programs and logs have as well, to search for. */}
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

/** The member that a problem is about, as the document calls it. */
function toName({ pointer }: PlacedProblem, whole: string): string {
  return parsePointer(pointer).at(-1) ?? whole;
}
