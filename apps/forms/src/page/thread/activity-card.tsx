import { lazy, Suspense, type ReactNode } from 'react';
import { useWorkspace } from '../app/workspace.ts';
import { Icon } from '../parts/icon.tsx';
import { useNow } from '../parts/use-now.ts';
import { useTexts } from '../texts/use-texts.ts';
import type { Turn } from '../turns/turn.ts';
import { ArtifactParts } from './artifact-parts.tsx';
import { findOutput } from './find-output.ts';

const ResultPart = lazy(async () => ({
  default: (await import('./result-part.tsx')).ResultPart,
}));

/** Milliseconds after which it is said that nobody has to wait here. */
const LONG = 10_000;

/** What the agent does now: its words, how far it is, for how long, and a way to stop it. */
export function ActivityCard({ turn }: { readonly turn: Turn }): ReactNode {
  const texts = useTexts();
  const { board, description } = useWorkspace();
  const { activity, connection, isCanceling, run, artifacts } = turn;
  const now = useNow(true);
  const elapsed = Math.max(0, now - run.startedAt);
  const words = toWords();
  const fraction = activity?.fraction;
  const schema = findOutput(description, run.skillId);
  return (
    <section className="card working" aria-label={texts.states.open}>
      <div className="card-head">
        <p className="doing" role="status">
          <Icon name="work" />
          <span dir="auto">{words}</span>
        </p>
        <span className="faint">{texts.elapsed(Math.floor(elapsed / 1000))}</span>
        {run.taskId !== '' && (
          <button
            type="button"
            disabled={isCanceling}
            onClick={() => board.cancel(run.id)}
          >
            <Icon name="stop" />
            {texts.cancelTask}
          </button>
        )}
      </div>
      {fraction === undefined ? (
        <div className="bar-line" data-kind="moving" />
      ) : (
        <progress value={fraction} max={1} aria-label={words}>
          {Math.round(fraction * 100)}
        </progress>
      )}
      {artifacts.length > 0 ? (
        <ArtifactParts artifacts={artifacts} />
      ) : (
        schema !== undefined && (
          <Suspense>
            <ResultPart schema={schema} headingLevel={3} pending />
          </Suspense>
        )
      )}
      {elapsed > LONG && <p className="help">{texts.workingLong}</p>}
    </section>
  );

  function toWords(): string {
    if (connection === 'reconnecting') return texts.reconnecting;
    if (isCanceling) return texts.canceling;
    return activity === undefined || activity.text === '' ? texts.working : activity.text;
  }
}
