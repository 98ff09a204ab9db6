import { lazy, Suspense, type ReactNode } from 'react';
import { useWorkspace } from '../app/workspace.ts';
import { Icon } from '../parts/icon.tsx';
import { useTexts } from '../texts/use-texts.ts';
import type { Turn, TurnEntry } from '../turns/turn.ts';
import { findOutput } from './find-output.ts';

const ResultPart = lazy(async () => ({
  default: (await import('./result-part.tsx')).ResultPart,
}));

interface ResultCardProps {
  readonly entry: Extract<TurnEntry, { readonly kind: 'result' }>;
  readonly turn: Turn;
}

/** What came back, drawn by the schema that it was promised with. */
export function ResultCard({ entry, turn }: ResultCardProps): ReactNode {
  const texts = useTexts();
  const { description } = useWorkspace();
  const { data, text, schema: schemaName, problems, files } = entry;
  const schema = findOutput(description, turn.run.skillId, schemaName);
  const { result } = turn.run;
  // What the history keeps are the number of problems, not the problems.
  const isChecked = problems.length === (result?.problems ?? 0);
  return (
    <section className="card result" aria-label={texts.result}>
      <div className="card-head" role="status">
        <h2>
          <Icon name="check" />
          {texts.result}
        </h2>
      </div>
      <Suspense fallback={<div className="skeleton" />}>
        <ResultPart
          headingLevel={3}
          text={text}
          files={files}
          {...(isChecked && { problems, schemaName })}
          {...(data !== undefined && { data })}
          {...(schema !== undefined && { schema })}
        />
      </Suspense>
    </section>
  );
}
