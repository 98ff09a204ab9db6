import type { ReactNode } from 'react';
import { findSkill, useWorkspace } from '../app/workspace.ts';
import { DataSummary } from '../parts/data-summary.tsx';
import { Icon } from '../parts/icon.tsx';
import { useTexts } from '../texts/use-texts.ts';
import type { Turn, TurnEntry } from '../turns/turn.ts';

interface ResultCardProps {
  readonly entry: Extract<TurnEntry, { readonly kind: 'result' }>;
  readonly turn: Turn;
}

/** What came back. */
export function ResultCard({ entry, turn }: ResultCardProps): ReactNode {
  const texts = useTexts();
  const { description } = useWorkspace();
  const { data, text, schema, problems } = entry;
  const output = findSkill(description, turn.run.skillId)?.outputs.find(({ name }) => name === schema);
  return (
    <section className="card result">
      <h2>
        <Icon name="check" />
        {texts.result}
      </h2>
      {data !== undefined && (
        <DataSummary data={data} schema={output?.kind === 'usable' ? output.schema : undefined} />
      )}
      {text !== '' && (
        <p className="words" dir="auto">
          {text}
        </p>
      )}
      {problems.length > 0 && (
        <ul>
          {problems.map(({ pointer, message }) => (
            <li key={`${pointer} ${message}`}>
              {pointer} {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
