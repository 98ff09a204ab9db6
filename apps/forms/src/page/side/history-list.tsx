import { lazy, Suspense, type ReactNode } from 'react';
import { useWorkspace } from '../workspace/workspace.ts';
import type { Run } from '../history/run.ts';
import { formatTime } from '../parts/format-time.ts';
import { RunStateLabel } from '../parts/run-state.tsx';
import { summarize } from '../parts/summarize.ts';
import { toHash } from '../permalink/route.ts';
import type { Language } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';

const PeopleHistory = lazy(async () => ({
  default: (await import('../people/people-history.tsx')).PeopleHistory,
}));

interface HistoryListProps {
  /** The id of the run that the page shows. */
  readonly current: string | undefined;
}

/**
 * Draws the history: of the person, if the agent keeps one and knows who the person is, else of
 * this browser.
 */
export function HistoryList({ current }: HistoryListProps): ReactNode {
  const { description } = useWorkspace();
  const own = <BrowserHistory current={current} />;
  if (description.peopleUrl === undefined) return own;
  return (
    <Suspense fallback={own}>
      <PeopleHistory current={current}>{own}</PeopleHistory>
    </Suspense>
  );
}

/** Draws the list of the runs with this agent that the browser has stored. */
function BrowserHistory({ current }: HistoryListProps): ReactNode {
  const texts = useTexts();
  const { runs, clearRuns, routeAgent } = useWorkspace();
  return (
    <section aria-label={texts.history}>
      <h2>{texts.history}</h2>
      {runs.length === 0 ? (
        <p className="help">{texts.noRuns}</p>
      ) : (
        <>
          <ul className="links runs">
            {runs.map((run) => (
              <li key={run.id}>
                <a
                  href={toHash({ ...routeAgent, run: run.id })}
                  aria-current={run.id === current ? 'page' : undefined}
                >
                  <span className="two-lines">
                    <span className="name" dir="auto">
                      {toTitle(run, texts.language)}
                    </span>
                    <span className="line">
                      <RunStateLabel state={run.state} />{' '}
                      {formatTime(run.startedAt, texts.language)} · {run.skillName}
                    </span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
          <button type="button" className="quiet" onClick={clearRuns}>
            {texts.clearHistory}
          </button>
        </>
      )}
    </section>
  );
}

function toTitle({ input, skillName }: Run, language: Language): string {
  const text = summarize(input.kind === 'text' ? input.text : input.data, language);
  return text === '' ? skillName : text;
}
