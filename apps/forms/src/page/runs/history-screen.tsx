import { lazyPart } from '@formwork/react/internal';
import { type ReactNode, Suspense } from 'react';
import { Icon } from '../parts/work-icon.tsx';
import { toHash } from '../permalink/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { useHistoryTexts } from './history-texts.ts';
import { RunList } from './run-list.tsx';

const PeopleHistory = lazyPart(
  async () => (await import('../people/people-history.tsx')).PeopleHistory,
);

const AccessFields = lazyPart(
  async () => (await import('../credentials/access-fields.tsx')).AccessFields,
);

const AccessForm = lazyPart(
  async () => (await import('../credentials/access-form.tsx')).AccessForm,
);

/**
 * Draws the place of the history: that of the person, if the agent keeps one and knows who the
 * person is, else that of this browser.
 */
export function HistoryScreen(): ReactNode {
  const { description } = useWorkspace();
  const browserHistory = <BrowserHistory />;
  if (description.peopleUrl === undefined) return browserHistory;
  return (
    <Suspense fallback={<div className="skeleton" />}>
      <PeopleHistory signIn={<MainSignIn />}>{browserHistory}</PeopleHistory>
    </Suspense>
  );
}

/** Draws all runs with this agent that the browser has stored. */
function BrowserHistory(): ReactNode {
  const texts = useTexts();
  const historyTexts = useHistoryTexts();
  const { runs, clearRuns, routeAgent } = useWorkspace();
  return (
    <>
      <header className="work-head">
        <div>
          <h1 tabIndex={-1}>{texts.places.history}</h1>
          <p className="lead">{runs.length === 0 ? historyTexts.none : historyTexts.ran}</p>
        </div>
        {runs.length > 0 && (
          <button type="button" className="quiet" onClick={clearRuns}>
            <Icon name="trash" />
            {historyTexts.clear}
          </button>
        )}
      </header>
      <SignIn />
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

/**
 * Draws the fields for credentials, where the agent has a history for the people that it knows.
 */
function SignIn(): ReactNode {
  const { description } = useWorkspace();
  if (description.peopleUrl === undefined || description.credentials.length === 0) return undefined;
  return (
    <Suspense>
      <AccessForm />
    </Suspense>
  );
}

/** Draws the same fields where nothing else can be done. */
function MainSignIn(): ReactNode {
  const texts = useTexts();
  const { agent, description, onAccess } = useWorkspace();
  return (
    <Suspense>
      <AccessFields
        agent={agent}
        origin={description.origin}
        credentials={description.credentials}
        submitLabel={texts.useAccess}
        isMain
        onUse={onAccess}
      />
    </Suspense>
  );
}
