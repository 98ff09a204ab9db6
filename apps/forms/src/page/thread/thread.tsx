import { TaskView, type ThreadEntry } from '@formwork/react';
import { isUnacknowledged, lazyPart, loadTaskResult } from '@formwork/react/internal';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Composer } from '../form/composer.tsx';
import '@formwork/react/result.css';
import '@formwork/react/task.css';
import { sendByKeys } from '../form/send-by-keys.ts';
import { useFormMessages } from '../form/use-form-messages.ts';
import { useFormTexts } from '../form/use-form-texts.ts';
import { fromEntry, fromRun } from '../history/from-entry.ts';
import { isUnsent, type Run } from '../history/run.ts';
import { Badge } from '../parts/badge.tsx';
import { formatTime } from '../parts/format-time.ts';
import { keepFocus } from '../parts/kept-focus.ts';
import { Icon } from '../parts/work-icon.tsx';
import { toHash } from '../permalink/route.ts';
import { useUnsentTexts } from '../runs/unsent-runs.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { keepsId } from '../work/repeat-plan.ts';
import { useSettings } from '../workspace/use-settings.ts';
import { findSkill, useWorkspace } from '../workspace/workspace.ts';
import { TurnTools } from './turn-tools.tsx';
import { useAnswerDraft } from './use-answer-draft.ts';

/** The fields for credentials, loaded only when a task is refused without them. */
const AccessFields = lazyPart(
  async () => (await import('../credentials/access-fields.tsx')).AccessFields,
);

const OtherTabNote = lazyPart(
  async () => (await import('../inbox/other-tab-note.tsx')).OtherTabNote,
);

/** Milliseconds of work after which the page says that the person need not wait for the task. */
const LONG = 10_000;

/** Loads all that is drawn once something is sent, because the network may be gone by then. */
export async function loadRunParts(): Promise<void> {
  // It comes with the first thing that a person does: before, nothing that has the focus goes.
  keepFocus();
  document.addEventListener('keydown', sendByKeys);
  await Promise.all([
    loadTaskResult(),
    import('../runs/run-list.tsx'),
    import('../details/run-details.tsx'),
  ]);
}

/** Draws a run together with the other tasks of its conversation, in the order of time. */
export function Thread({ run }: { readonly run: Run }): ReactNode {
  const texts = useTexts();
  const { threads, entries, runs, description, routeAgent } = useWorkspace();
  const skill = findSkill(description, run.skillId);
  useEffect(() => {
    const sameRuns = runs.filter((candidate) => candidate.id === run.id || isSame(candidate, run));
    for (const each of sameRuns) if (!isUnsent(each)) threads?.open(fromRun(each));
    // Runs that are added later are already open.
    // eslint-disable-next-line
  }, [threads, run.id]);
  const shown = [...entries.values()]
    .filter((entry) => entry.id === run.id || isSame(entry, run))
    .toSorted((a, b) => a.sentAt - b.sentAt);
  const last = shown.at(-1);
  return (
    <>
      <header className="work-head">
        <Badge name={run.skillName} icon={skill?.icon} />
        <div>
          <h1 tabIndex={-1}>{run.skillName}</h1>
          <p className="lead">
            {formatTime(run.startedAt, texts.language)}
            {routeAgent.agent !== undefined && ` · ${texts.from(description.origin)}`}
          </p>
        </div>
        {skill !== undefined && (
          <a className="quiet" href={toHash({ ...routeAgent, skill: skill.id })}>
            <Icon name="plus" />
            {texts.newRun}
          </a>
        )}
      </header>
      {shown.length === 0 && isUnsent(run) && <Unsent run={run} />}
      <ol className="thread">
        {shown.map((entry) => (
          <li key={entry.id}>
            <TaskCard entry={entry} />
          </li>
        ))}
      </ol>
      {isAtRest(last) && (skill?.takesText ?? true) && (
        <Composer skillId={run.skillId} contextId={last?.contextId ?? ''} />
      )}
    </>
  );
}

/** Draws a run beside the form that changes its input, without the actions on it. */
export function RunBeside({ run }: { readonly run: Run }): ReactNode {
  const { threads, entries } = useWorkspace();
  useEffect(() => {
    if (!isUnsent(run)) threads?.open(fromRun(run));
    // The run is opened once for each store.
    // eslint-disable-next-line
  }, [threads, run.id]);
  const entry = entries.get(run.id);
  return entry !== undefined && <TaskCard entry={entry} isBeside />;
}

/**
 * Draws a run whose message may not have arrived at the agent, with buttons to send or edit it
 * again.
 */
function Unsent({ run }: { readonly run: Run }): ReactNode {
  const texts = useTexts();
  const formTexts = useFormTexts();
  const unsent = useUnsentTexts();
  const { description, edit, runAgain, sendUnsent, isReady, isOwn } = useWorkspace();
  // An agent that answered with a failure did not do it, so it is run as another one.
  const isRefused = run.state === 'broken';
  const isOthers = isReady && !isRefused && !isOwn(run);
  const help = keepsId(run, description) ? unsent.help : unsent.anew;
  return (
    <section className="card" data-kind="danger">
      <h2>
        <Icon name="alert" />
        {isRefused ? formTexts.notSent : unsent.heading}
      </h2>
      <p>{isOthers ? unsent.others : isRefused ? formTexts.notSentNext : help}</p>
      <div className="buttons">
        {!isOthers && (
          <button type="button" onClick={() => (isRefused ? runAgain(run) : sendUnsent(run))}>
            <Icon name="repeat" />
            {isRefused ? texts.runAgain : unsent.send}
          </button>
        )}
        <button type="button" onClick={() => edit(run)}>
          <Icon name="edit" />
          {texts.edit}
        </button>
      </div>
    </section>
  );
}

function isSame(a: { readonly contextId: string }, b: { readonly contextId: string }): boolean {
  return a.contextId !== '' && a.contextId === b.contextId;
}

function isAtRest(entry: ThreadEntry | undefined): boolean {
  const kind = entry?.state.kind;
  return kind === 'done' || kind === 'ended' || kind === 'failed';
}

/** Draws one task of the thread, with buttons for the actions that are possible at its end. */
function TaskCard({
  entry,
  isBeside = false,
}: {
  readonly entry: ThreadEntry;
  /** True if the task stands beside a form, which has the actions. Default false. */
  readonly isBeside?: boolean;
}): ReactNode {
  const texts = useTexts();
  const formTexts = useFormTexts();
  const messages = useFormMessages();
  const { settings } = useSettings();
  const { agent, threads, description, runs } = useWorkspace();
  const { id, sent: message, state } = entry;
  const skillId = message.skillId ?? '';
  const skill = findSkill(description, skillId);
  const storedRun = runs.find((run) => run.id === id);
  const isOver = state.kind === 'done' || state.kind === 'ended' || state.kind === 'failed';
  const isWorking = state.kind === 'working' || state.kind === 'sending';
  const begun = useAnswerDraft(entry);
  const [isLong, setLong] = useState(false);
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The new question has taken the focus from the button, which may be pressed again.
    if (begun.times > 0) note.current?.querySelector('button')?.focus();
  }, [begun.times]);
  useEffect(() => {
    const timer = isWorking ? setTimeout(() => setLong(true), LONG) : undefined;
    return () => clearTimeout(timer);
  }, [isWorking]);
  if (messages === undefined) return null;
  const fingerprint = storedRun?.input.kind === 'input' ? storedRun.input.fingerprint : '';
  const skillName = skill?.name ?? description.name;
  const files = storedRun?.input.files;
  const run = fromEntry(entry, { skillId, skillName, fingerprint, files });
  return (
    <>
      <h2 className="said-only">
        {skillName}, {formatTime(entry.sentAt, texts.language)}
      </h2>
      {begun.isShared() && (
        <div ref={note}>
          <Suspense>
            <OtherTabNote onExchange={begun.exchange} />
          </Suspense>
        </div>
      )}
      <TaskView
        // Another answer begins the question anew.
        key={begun.times}
        entry={entry}
        title=""
        headingLevel={2}
        messages={messages}
        colorScheme={settings.scheme}
        begunAnswer={begun.read()}
        onAnswerChange={begun.keep}
        onAnswer={(answer) => {
          begun.end();
          threads?.answer(id, answer);
        }}
        onProceed={() => threads?.proceed(id)}
        onCancel={() => threads?.cancel(id)}
        onRetry={() => threads?.retry(id)}
        onTryNow={() => threads?.tryNow(id)}
        renderSignIn={(again) => (
          <Suspense>
            <AccessFields
              agent={agent}
              origin={description.origin}
              credentials={description.credentials}
              submitLabel={texts.signInAgain}
              isMain
              onUse={again}
            />
          </Suspense>
        )}
        {...(skill !== undefined && { skill })}
        {...(isOver &&
          !isBeside && { actions: <TurnTools run={run} otherCount={runs.length - 1} /> })}
      />
      {isWorking && isLong && entry.taskId !== '' && !isUnacknowledged(entry) && (
        <p className="help">{formTexts.workingLong}</p>
      )}
    </>
  );
}
