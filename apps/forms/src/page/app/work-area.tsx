import type { DescribedSkill } from '@formwork/client';
import { lazyPart } from '@formwork/react/internal';
import { Suspense, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { FormSkeleton, useFormScreens } from '../form/load-form-screen.tsx';
import { isUnsure, type Run } from '../history/run.ts';
import type { Route } from '../permalink/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { listScreens } from '../workspace/list-screens.ts';
import { findSkill, useWorkspace } from '../workspace/workspace.ts';
import { Landing } from './landing.tsx';

const Thread = lazyPart(async () => (await import('../thread/thread.tsx')).Thread);
const RunBeside = lazyPart(async () => (await import('../thread/thread.tsx')).RunBeside);
const CompareScreen = lazyPart(
  async () => (await import('../compare/compare-screen.tsx')).CompareScreen,
);
const HistoryScreen = lazyPart(
  async () => (await import('../runs/history-screen.tsx')).HistoryScreen,
);
const BatchScreen = lazyPart(async () => (await import('../batch/batch-screen.tsx')).BatchScreen);

const UnsentRuns = lazyPart(async () => (await import('../runs/unsent-runs.tsx')).UnsentRuns);
const LeftTables = lazyPart(async () => (await import('../runs/unsent-runs.tsx')).LeftTables);

/** Matches windows that have room for the result of a run beside the form that changes it. */
const WIDE = window.matchMedia('(width >= 1280px)');

/** Draws the main area of the page: a form, a run, a place, or the first screen of the agent. */
export function WorkArea({
  route,
  run,
  skillId,
}: {
  readonly route: Route;
  /** The run to show; `undefined` if the address names no run, or one missing in the history. */
  readonly run: Run | undefined;
  readonly skillId: string | undefined;
}): ReactNode {
  const texts = useTexts();
  const workspace = useWorkspace();
  const { description, isReady, inbox, prefill, runs, entries, batches, waiting } = workspace;
  const WaitingRun = useFormScreens()?.WaitingRun;
  const isWide = useSyncExternalStore(watchWidth, () => WIDE.matches);
  const skill = findSkill(description, skillId);
  const currentView = listScreens(workspace).find(({ view }) => view === route.view)?.view;
  const title = currentView === undefined ? skill?.name : texts.places[currentView];
  const stateTitle = run === undefined ? '' : `${texts.states[run.state]} · `;
  useEffect(() => {
    document.title = `${stateTitle}${title === undefined ? '' : `${title} · `}${description.name}`;
  }, [stateTitle, title, description.name]);

  return (
    <>
      <Suspense>
        {(workspace.isFull ||
          batches.length > 0 ||
          runs.some((item) => isUnsure(item) && !entries.has(item.id))) && (
          <>
            <UnsentRuns shown={run?.id} />
            {route.view !== 'batch' && <LeftTables />}
          </>
        )}
      </Suspense>
      <Suspense fallback={isOnItsWay() ? drawWaiting() : <div className="skeleton" />}>
        {choose()}
      </Suspense>
    </>
  );

  /** True for a run that this page has sent, or will send, and the agent has not acknowledged. */
  function isOnItsWay(): boolean {
    return run?.state === 'unsent' && (waiting.has(run.id) || entries.has(run.id));
  }

  function drawWaiting(): ReactNode {
    return run !== undefined && WaitingRun !== undefined && <WaitingRun run={run} />;
  }

  function choose(): ReactNode {
    if (run !== undefined) {
      if (waiting.has(run.id)) return drawWaiting();
      return route.view === 'compare' ? (
        <CompareScreen key={run.id} run={run} />
      ) : (
        <Thread key={run.id} run={run} />
      );
    }
    if (route.run !== undefined) {
      return isReady ? <Landing note={texts.unknownRun} /> : <div className="skeleton" />;
    }
    if (currentView === 'history') return <HistoryScreen />;
    if (currentView === 'inbox' || route.view === 'answer') return inbox?.screen;
    if (skill === undefined) {
      return <Landing note={skillId === undefined ? undefined : texts.unknownSkill} />;
    }
    if (route.view === 'batch')
      return <BatchScreen key={skill.id} skill={skill} schema={route.schema} />;
    const before =
      isWide && prefill?.skill === skill.id ? runs.find(({ id }) => id === prefill.run) : undefined;
    return (
      <div className={before === undefined ? undefined : 'beside'}>
        <div className="form-side">
          <FormArea key={skill.id} skill={skill} route={route} />
        </div>
        {before !== undefined && (
          <aside aria-label={texts.result}>
            <Suspense>
              <RunBeside run={before} />
            </Suspense>
          </aside>
        )}
      </div>
    );
  }
}

/** Draws the screen of a skill's form, and grey bars until its code is loaded. */
function FormArea({
  skill,
  route,
}: {
  readonly skill: DescribedSkill;
  readonly route: Route;
}): ReactNode {
  const screens = useFormScreens();
  if (screens === undefined) return <FormSkeleton />;
  return <screens.FormScreen skill={skill} route={route} />;
}

function watchWidth(listener: () => void): () => void {
  WIDE.addEventListener('change', listener);
  return () => WIDE.removeEventListener('change', listener);
}
