import { useEffect, useRef, type ReactNode } from 'react';
import { useWorkspace } from '../app/workspace.ts';
import { DataSummary } from '../parts/data-summary.tsx';
import { formatTime } from '../parts/format-time.ts';
import { RunStateLabel } from '../parts/run-state.tsx';
import { useTexts } from '../texts/use-texts.ts';
import type { Turn, TurnEntry } from '../turns/turn.ts';
import { ActivityCard } from './activity-card.tsx';
import { ConsentCard } from './consent-card.tsx';
import { EndCard } from './end-card.tsx';
import { QuestionCard } from './question-card.tsx';
import { ResultCard } from './result-card.tsx';
import { TurnTools } from './turn-tools.tsx';

interface TurnViewProps {
  readonly turn: Turn;
  readonly isLast: boolean;
}

/** One call: what was sent, folded to a summary, and the cards that follow. */
export function TurnView({ turn, isLast }: TurnViewProps): ReactNode {
  const texts = useTexts();
  const { runs } = useWorkspace();
  const { run, inputSchema, entries } = turn;
  const isWorking = turn.connection !== 'none' || turn.activity !== undefined;
  const place = useRef<HTMLDivElement>(null);
  const { state } = run;
  const before = useRef(state);
  useEffect(() => {
    // Whoever answered is taken along: the form that had the focus is gone.
    if (before.current === 'asking' && state === 'open' && document.activeElement === document.body) {
      place.current?.focus();
    }
    before.current = state;
  }, [state]);
  const isText = run.input.kind === 'text';
  return (
    <article className="turn" aria-label={`${run.skillName}, ${formatTime(run.startedAt, texts.language)}`}>
      <section className="card sent">
        <div className="card-head">
          <h2>{isText ? texts.sentText : texts.sent}</h2>
          <span className="faint">
            <time dateTime={new Date(run.startedAt).toISOString()}>
              {formatTime(run.startedAt, texts.language)}
            </time>
          </span>
          <RunStateLabel state={state} />
        </div>
        {run.input.kind === 'text' ? (
          <p className="words" dir="auto">
            {run.input.text}
          </p>
        ) : (
          <DataSummary data={run.input.data} schema={inputSchema} />
        )}
      </section>
      {entries.map((entry, n) => (
        <EntryCard key={`${entry.kind} ${n}`} entry={entry} turn={turn} />
      ))}
      <div ref={place} tabIndex={-1} className="follow">
        {isWorking && <ActivityCard turn={turn} />}
      </div>
      {!isWorking && state !== 'asking' && (
        <TurnTools turn={turn} isLast={isLast} others={runs.length - 1} />
      )}
    </article>
  );
}

function EntryCard({ entry, turn }: { readonly entry: TurnEntry; readonly turn: Turn }): ReactNode {
  switch (entry.kind) {
    case 'question':
      return <QuestionCard entry={entry} turn={turn} />;
    case 'authorization':
      return <ConsentCard entry={entry} turn={turn} />;
    case 'result':
      return <ResultCard entry={entry} turn={turn} />;
    case 'ended':
    case 'failure':
      return <EndCard entry={entry} turn={turn} />;
    default:
      return entry satisfies never;
  }
}
