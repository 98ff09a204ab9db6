import { useState, type ReactNode } from 'react';
import { MoreButton } from './draw/more-button.tsx';
import { useResult } from './settings.ts';

/** Problems that are shown at once. */
const STEP = 10;

interface ProblemListProps {
  /** Name of the schema. */
  readonly schemaName: string;
  readonly sentences: readonly string[];
}

/** That a result is what was promised, or what of it is not. */
export function ProblemList({ schemaName, sentences }: ProblemListProps): ReactNode {
  const { messages } = useResult();
  const [count, setCount] = useState(STEP);
  if (sentences.length === 0) return null;
  return (
    <div className="fw-problems">
      <p>
        <span aria-hidden="true">⚠</span>{' '}
        <strong>{messages.result.differs(schemaName, sentences.length)}</strong>
      </p>
      <ul>
        {sentences.slice(0, count).map((sentence, at) => (
          <li key={at}>{sentence}</li>
        ))}
      </ul>
      <MoreButton left={sentences.length - count} onMore={() => setCount(count * 2)} />
    </div>
  );
}
