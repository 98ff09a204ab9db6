import { lazyPart } from '@formwork/react/internal';
import { type ReactNode, Suspense, useState } from 'react';
import type { Run } from '../history/run.ts';
import { DayGroups } from '../parts/day-groups.tsx';
import { EmptyPicture, Icon } from '../parts/work-icon.tsx';
import { toHash } from '../permalink/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { useHistoryTexts } from './history-texts.ts';
import { RunLinks } from './run-list.tsx';

const PeopleHistory = lazyPart(
  async () => (await import('../people/people-history.tsx')).PeopleHistory,
);

const AccessForm = lazyPart(
  async () => (await import('../credentials/access-form.tsx')).AccessForm,
);

const AccessFields = lazyPart(
  async () => (await import('../credentials/access-fields.tsx')).AccessFields,
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

/** Draws all runs with this agent that the browser has stored, by days. */
function BrowserHistory(): ReactNode {
  const texts = useTexts();
  const historyTexts = useHistoryTexts();
  const { runs, clearRuns, routeAgent } = useWorkspace();
  const [chosen, setFilter] = useState<RunFilter>({});
  const filter = toOffered(chosen, runs);
  const shown = runs.filter((run) => isChosen(run, filter));
  return (
    <>
      <header className="work-head">
        <div>
          <h1 tabIndex={-1}>{texts.places.history}</h1>
          {runs.length > 0 && <p className="lead">{historyTexts.ran}</p>}
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
        <div className="empty">
          <EmptyPicture />
          <p className="lead">{historyTexts.none}</p>
          <a className="main-button button" href={toHash(routeAgent)}>
            {texts.chooseSkill}
          </a>
        </div>
      ) : (
        <>
          <FilterChips runs={runs} filter={filter} onChange={setFilter} />
          <DayGroups
            items={shown}
            toTime={({ startedAt }) => startedAt}
            draw={(ofDay) => <RunLinks runs={ofDay} />}
          />
        </>
      )}
    </>
  );
}

/** The runs that the history shows: those of one skill, in one state. */
interface RunFilter {
  readonly skillId?: string | undefined;
  readonly state?: Run['state'] | undefined;
}

/** Leaves out what no run is any more, such as open, because its chip is gone. */
function toOffered({ skillId, state }: RunFilter, runs: readonly Run[]): RunFilter {
  return {
    skillId: runs.find((run) => run.skillId === skillId)?.skillId,
    state: runs.find((run) => run.state === state)?.state,
  };
}

function isChosen(run: Run, { skillId, state }: RunFilter): boolean {
  const isOfSkill = skillId === undefined || run.skillId === skillId;
  return isOfSkill && (state === undefined || run.state === state);
}

/** Draws a chip for each skill and each state that the history has, if there are several. */
function FilterChips({
  runs,
  filter,
  onChange,
}: {
  readonly runs: readonly Run[];
  readonly filter: RunFilter;
  readonly onChange: (filter: RunFilter) => void;
}): ReactNode {
  const texts = useTexts();
  const historyTexts = useHistoryTexts();
  const skills = new Map(runs.map(({ skillId, skillName }) => [skillId, skillName]));
  const states = [...new Set(runs.map(({ state }) => state))];
  const { skillId, state } = filter;
  if (skills.size + states.length <= 2) return null;
  return (
    <div className="buttons" role="group" aria-label={historyTexts.filters}>
      {skills.size > 1 &&
        [...skills].map(([id, name]) => (
          <button
            key={id}
            type="button"
            className="chip"
            aria-pressed={id === skillId}
            onClick={() => onChange({ ...filter, skillId: id === skillId ? undefined : id })}
          >
            {name}
          </button>
        ))}
      {states.length > 1 &&
        states.map((each) => (
          <button
            key={each}
            type="button"
            className="chip"
            aria-pressed={each === state}
            onClick={() => onChange({ ...filter, state: each === state ? undefined : each })}
          >
            {texts.states[each]}
          </button>
        ))}
    </div>
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

/** Draws the fields for credentials where nothing else can be done. */
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
