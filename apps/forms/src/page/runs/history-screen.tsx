import type { ReactNode } from 'react';
import { Icon } from '../parts/icon.tsx';
import { toHash } from '../permalink/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { RunList } from './run-list.tsx';

/** Draws the place of the history: all runs with this agent that the browser has stored. */
export function HistoryScreen(): ReactNode {
  const texts = useTexts();
  const { runs, clearRuns, routeAgent } = useWorkspace();
  return (
    <>
      <header className="work-head">
        <div>
          <h1 tabIndex={-1}>{texts.places.history}</h1>
          <p className="lead">{texts.noRuns}</p>
        </div>
        {runs.length > 0 && (
          <button type="button" className="quiet" onClick={clearRuns}>
            <Icon name="trash" />
            {texts.clearHistory}
          </button>
        )}
      </header>
      {runs.length === 0 ? (
        <a className="main-button button" href={toHash(routeAgent)}>
          {texts.chooseSkill}
        </a>
      ) : (
        <RunList />
      )}
    </>
  );
}
