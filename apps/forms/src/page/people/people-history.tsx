import type { TaskEntry, PeopleClient, TaskFilter } from '@formwork/people/client';
import { toVisibleText } from '@formwork/react';
import { lazyPart } from '@formwork/react/internal';
import {
  Suspense,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import type { Run } from '../history/run.ts';
import { Badge } from '../parts/badge.tsx';
import { DayGroups } from '../parts/day-groups.tsx';
import { formatTime } from '../parts/format-time.ts';
import { RunStateLabel } from '../parts/run-state.tsx';
import { toOutcomeText } from '../parts/run-texts.ts';
import { SummaryText } from '../parts/summary-text.tsx';
import { EmptyPicture } from '../parts/work-icon.tsx';
import { toHash, watchAddress } from '../permalink/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { findSkill, useWorkspace } from '../workspace/workspace.ts';
import { FilterFields } from './filter-fields.tsx';
import { toRunState, toTaskTitle } from './from-task.ts';
import {
  type HistoryFilter,
  isNoFilter,
  listIgnored,
  readHistoryFilter,
  readSharedToken,
  toTaskFilter,
  writeHistoryFilter,
} from './history-filter.ts';
import { listTasks, type ListedTasks, PAGE_SIZE } from './list-tasks.ts';
import { usePeopleTexts } from './people-texts.ts';
import { type KnownPerson, useMoveNote, useVisitor } from './use-people.ts';
import './people.css';

const ShareList = lazyPart(async () => (await import('./share-list.tsx')).ShareList);
const SharedTasks = lazyPart(async () => (await import('./shared-tasks.tsx')).SharedTasks);

/**
 * Draws the history of a person that the agent knows: their tasks from every device. For others it
 * draws the history of this browser.
 */
export function PeopleHistory({
  signIn,
  children,
}: {
  /** The fields with which a person signs in, to see a task that a link leads to. */
  readonly signIn: ReactNode;
  /** The history of this browser, for a person that the agent does not know. */
  readonly children: ReactNode;
}): ReactNode {
  const person = useVisitor();
  const shared = useSyncExternalStore(watchAddress, readSharedToken);
  // Before that is known, the history of this browser might say that there is nothing.
  if (person === undefined) return <div className="skeleton" />;
  if (person === 'guest') return shared === undefined ? children : <LinkWaits>{signIn}</LinkWaits>;
  // What one person sees is not for the next who signs in.
  return <PersonHistory key={person.id ?? ''} person={person} />;
}

/** Asks a person who has opened a link to a shared task to sign in; then the task is shown. */
function LinkWaits({ children }: { readonly children: ReactNode }): ReactNode {
  const peopleTexts = usePeopleTexts();
  return (
    <section className="people">
      <h1 tabIndex={-1}>{peopleTexts.linkWaits}</h1>
      <p className="help">{peopleTexts.linkWaitsHelp}</p>
      {children}
    </section>
  );
}

function PersonHistory({ person }: { readonly person: KnownPerson }): ReactNode {
  const texts = useTexts();
  const peopleTexts = usePeopleTexts();
  const { description, runs, routeAgent } = useWorkspace();
  const [filter, setFilter, ignored] = useFilter();
  const { tasks, total, isLoading, isFailed, loadMore } = useTasks(person, filter);
  const isMoved = useMoveNote(person);
  const skills = description.skills.map(({ id, name }) => [id, name] as const);
  const listed = new Set(tasks.map(({ id }) => id));
  // Tasks from before the person signed in have no owner; the whole list shows which ones.
  const isWhole = loadMore === undefined && !isLoading && isNoFilter(filter);
  const isEmpty = isWhole && !isFailed && listed.size === 0;
  const onlyHere = runs.filter(({ taskId }) => taskId === '' || (isWhole && !listed.has(taskId)));
  return (
    <section aria-label={texts.places.history} className="people">
      <h1 tabIndex={-1}>{texts.places.history}</h1>
      {isMoved && (
        <p className="help" role="status">
          {peopleTexts.everywhere}
        </p>
      )}
      {isEmpty ? (
        <div className="empty" role="status">
          <EmptyPicture />
          <h2>{peopleTexts.empty}</h2>
          <p className="help">{peopleTexts.emptyHelp}</p>
          <a className="main-button button" href={toHash(routeAgent)}>
            {texts.chooseSkill}
          </a>
        </div>
      ) : (
        <>
          <FilterFields filter={filter} skills={skills} onChange={setFilter} />
          {ignored !== '' && <p className="note">{peopleTexts.ignored(toVisibleText(ignored))}</p>}
          <p className="help" role="status">
            {isFailed
              ? peopleTexts.failed
              : listed.size === 0 && !isLoading
                ? peopleTexts.none
                : toCount()}
          </p>
        </>
      )}
      <DayGroups
        items={tasks}
        toTime={({ changedAt }) => Date.parse(changedAt)}
        draw={(ofDay) => <TaskLinks tasks={ofDay} />}
      />
      {loadMore !== undefined && (
        <button type="button" className="quiet" onClick={loadMore} disabled={isLoading}>
          {peopleTexts.more}
        </button>
      )}
      {onlyHere.length > 0 && isNoFilter(filter) && <LocalRuns runs={onlyHere} />}
      {listed.size > 0 && <ExportTools people={person.people} filter={toTaskFilter(filter)} />}
      <Suspense>
        <SharedTasks person={person} />
        <ShareList person={person} />
      </Suspense>
    </section>
  );

  function toCount(): string {
    return total === undefined ? '' : peopleTexts.found(total);
  }
}

/** Draws links to tasks; a task that this browser does not know is fetched when it is shown. */
function TaskLinks({ tasks }: { readonly tasks: readonly TaskEntry[] }): ReactNode {
  const { language } = useTexts();
  const { description, routeAgent, runs } = useWorkspace();
  const icons = new Map(description.skills.map(({ id, icon }) => [id, icon]));
  return (
    <ul className="links runs">
      {tasks.map((task) => {
        const run = runs.find(({ taskId }) => taskId === task.id);
        const skill = findSkill(description, task.skill)?.name ?? task.skill ?? '';
        return (
          <li key={task.id}>
            <a href={toHash({ ...routeAgent, run: run?.id ?? task.id })}>
              <Badge name={skill} icon={icons.get(task.skill ?? '')} />
              <span className="two-lines">
                <span className="name" dir="auto">
                  <SummaryText text={toTaskTitle(task, description)} />
                </span>
                <span className="line">
                  <RunStateLabel state={toRunState(task)} />{' '}
                  <bdi>{(run && toOutcomeText(run, language)) || skill}</bdi> ·{' '}
                  <time>{formatTime(Date.parse(task.changedAt), language)}</time>
                </span>
              </span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** Draws the runs that only this browser has, such as those from before the person signed in. */
function LocalRuns({ runs }: { readonly runs: readonly Run[] }): ReactNode {
  const peopleTexts = usePeopleTexts();
  const { language } = useTexts();
  const { description, routeAgent } = useWorkspace();
  return (
    <details>
      <summary>{peopleTexts.onlyHere}</summary>
      <ul className="links runs">
        {runs.map((run) => (
          <li key={run.id}>
            <a href={toHash({ ...routeAgent, run: run.id })}>
              <Badge name={run.skillName} icon={findSkill(description, run.skillId)?.icon} />
              <span className="two-lines">
                <span className="name">{run.skillName}</span>
                <span className="line">
                  <RunStateLabel state={run.state} /> {formatTime(run.startedAt, language)}
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/**
 * Returns the filter of the page's address, the function that changes both, and what the address
 * had that is no filter.
 */
function useFilter(): readonly [HistoryFilter, (filter: HistoryFilter) => void, string] {
  const [filter, setFilter] = useState(() => readHistoryFilter(window.location.hash));
  const [ignored, setIgnored] = useState(() => listIgnored(window.location.hash));
  useEffect(() => {
    const look = (): void => {
      const { hash } = window.location;
      setIgnored(listIgnored(hash));
      setFilter(readHistoryFilter(hash));
    };
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);
  const change = useCallback((next: HistoryFilter) => {
    setFilter(next);
    setIgnored('');
    replaceHash(writeHistoryFilter(window.location.hash, next));
  }, []);
  return [filter, change, ignored];
}

function replaceHash(hash: string): void {
  window.history.replaceState(window.history.state, '', hash);
}

/** Milliseconds after the last key of a search until it is asked for. */
const TYPING_MS = 250;

/**
 * Loads the tasks that a filter selects, as many as the person has asked for, again whenever a run
 * of this page has changed.
 */
function useTasks(
  { people }: KnownPerson,
  filter: HistoryFilter,
): {
  readonly tasks: readonly TaskEntry[];
  readonly total: number | undefined;
  readonly isLoading: boolean;
  readonly isFailed: boolean;
  /** Loads the next page; `undefined` if there is none. */
  readonly loadMore: (() => void) | undefined;
} {
  const { runs } = useWorkspace();
  const changes = runs.map(({ taskId, state }) => `${taskId} ${state}`).join('\n');
  const [request, setRequest] = useState({ filter, count: PAGE_SIZE });
  const [loaded, setLoaded] = useState<ListedTasks & { readonly filter: HistoryFilter }>();
  const [isLoading, setLoading] = useState(true);
  const [isFailed, setFailed] = useState(false);
  const count = request.filter === filter ? request.count : PAGE_SIZE;
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    setLoading(true);
    async function take(): Promise<void> {
      try {
        const listed = await listTasks(people, { filter: toTaskFilter(filter), count, signal });
        if (signal.aborted) return;
        setLoaded({ ...listed, filter });
        setFailed(false);
      } catch {
        if (!signal.aborted) setFailed(true);
      } finally {
        if (!signal.aborted) setLoading(false);
      }
    }
    const timer = setTimeout(() => void take(), TYPING_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [people, filter, count, changes]);
  // While another filter is asked for, its tasks stay; they are no answer to one that failed.
  const shown = isFailed && loaded?.filter !== filter ? undefined : loaded;
  const hasMore = loaded?.hasMore === true && loaded.filter === filter;
  return {
    tasks: shown?.tasks ?? [],
    total: shown?.total,
    isLoading,
    isFailed,
    loadMore: hasMore ? () => setRequest({ filter, count: count + PAGE_SIZE }) : undefined,
  };
}

/** Draws the buttons that save what a filter selects as a file. */
function ExportTools({
  people,
  filter,
}: {
  readonly people: PeopleClient;
  readonly filter: TaskFilter;
}): ReactNode {
  const peopleTexts = usePeopleTexts();
  const [isFailed, setFailed] = useState(false);
  async function save(format: 'csv' | 'json'): Promise<void> {
    setFailed(false);
    try {
      const url = URL.createObjectURL(await people.exportTasks(format, filter));
      const link = document.createElement('a');
      link.href = url;
      link.download = `tasks.${format}`;
      link.click();
      // After ten seconds, the browser has begun to read the file.
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    } catch {
      setFailed(true);
    }
  }
  return (
    <details>
      <summary>{peopleTexts.save}</summary>
      <div className="tools">
        <button type="button" onClick={() => void save('csv')}>
          {peopleTexts.saveCsv}
        </button>
        <button type="button" onClick={() => void save('json')}>
          {peopleTexts.saveJson}
        </button>
      </div>
      <p role="status" className="help">
        {isFailed && peopleTexts.saveFailed}
      </p>
    </details>
  );
}
