import type { ReactNode } from 'react';
import { useWorkspace } from '../workspace/workspace.ts';
import type { Run } from '../history/run.ts';
import { formatTime } from '../parts/format-time.ts';
import { RunStateLabel } from '../parts/run-state.tsx';
import { summarize } from '../parts/summarize.ts';
import { toHash } from '../permalink/route.ts';
import type { Language } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';

/** Draws the list of the runs with this agent that the browser has stored. */
export function HistoryList({ current }: { readonly current: string | undefined }): ReactNode {
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
