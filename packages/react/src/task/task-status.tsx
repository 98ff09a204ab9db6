import { type ReactNode, useEffect, useState } from 'react';
import {
  isGivenUp,
  isOver,
  isUnacknowledged,
  isUnderWay,
  type ThreadEntry,
} from '../agent/thread-entry.ts';
import type { Messages } from '../messages/messages.ts';
import type { TaskStateName } from '../messages/task/task-messages.ts';
import { formatElapsed, formatTook } from '../text/format-amount.ts';
import { formatNumber } from '../text/format-number.ts';
import { toVisibleText } from '../text/visible-text.ts';
import { toStateName } from './to-state-name.ts';

/** The SVG paths of the icons of task states, in a square of 16 units. */
const PATHS: Readonly<Record<TaskStateName, string>> = {
  sending: 'M8 13V3M4 7l4-4 4 4',
  working: 'M8 2a6 6 0 1 1-6 6',
  waiting: 'M8 13V3M4 7l4-4 4 4',
  reconnecting: 'M3 8a5 5 0 0 1 9-3M13 2v3h-3M13 8a5 5 0 0 1-9 3M3 14v-3h3',
  asking: 'M5.5 6a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.5M8 12.5v.2',
  others:
    'M6 7.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM2 13c0-2.2 1.8-3.8 4-3.8s4 1.6 4 3.8M10.5 3.3a2.2 2.2 0 0 1 0 4M11.5 9.5c1.5.4 2.5 1.7 2.5 3.5',
  authorizing: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  done: 'M3 8.5l3.2 3.2L13 5',
  mismatch: 'M8 2.5l6 11H2zM8 7v3M8 11.8v.2',
  failed: 'M8 2.5l6 11H2zM8 7v3M8 11.8v.2',
  canceled: 'M4 4l8 8M12 4l-8 8',
  rejected: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM4 4l8 8',
  unsent: 'M4 4l8 8M12 4l-8 8',
};

/** Milliseconds without an event of the agent after which a note says that the agent is silent. */
const SILENCE = 10_000;

interface TaskStatusProps {
  readonly entry: ThreadEntry;
  readonly messages: Messages;
  readonly onCancel: (() => void) | undefined;
  readonly onTryNow: (() => void) | undefined;
}

/**
 * Draws the status of a task: its state, which screen readers announce when it changes, its
 * progress, its time, and the button to cancel it.
 */
export function TaskStatus({ entry, messages, onCancel, onTryNow }: TaskStatusProps): ReactNode {
  const { task, language } = messages;
  const {
    state,
    sentAt,
    begunAt = sentAt,
    restedAt,
    heardAt,
    isCanceling,
    isReconnecting,
    cancelFailure,
  } = entry;
  const isRunning = isUnderWay(entry);
  const now = useNow(isRunning);
  const name = toStateName(entry);
  const text = state.kind === 'working' ? toVisibleText(state.text) : '';
  const elapsed = (isRunning ? now : (restedAt ?? heardAt)) - begunAt;
  const isDone = name === 'done' && elapsed > 0;
  const isSilent = isRunning && !isReconnecting && now - heardAt >= SILENCE;
  // A task that the agent has not named yet could not be found again.
  const isKept = entry.taskId !== '' && !isUnacknowledged(entry);
  // What the agent may not have yet waits, and nothing is worked on.
  const isStill = isRunning && name === 'waiting';
  const isLosable = isUnacknowledged(entry) && (isReconnecting || isSilent);
  return (
    <div className="fw-task-status">
      <div className="fw-task-line">
        <div role="status" className="fw-task-words">
          <p className="fw-task-state" data-fw-state={name}>
            <TaskIcon state={name} />
            <strong>{task.states[name]}</strong>
            {isDone && <span>{task.took(formatTook(elapsed, language))}</span>}
            {text !== '' && <bdi className="fw-task-doing">{text}</bdi>}
          </p>
          {isSilent && isKept && <p className="fw-help">{task.silent}</p>}
          {isLosable && <p className="fw-help">{task.keepOpen}</p>}
          {isGivenUp(entry) && <p className="fw-help">{task.givenUp}</p>}
          {cancelFailure !== undefined && !isOver(entry) && (
            <p className="fw-error">{task.cancelFailed}</p>
          )}
        </div>
        {isReconnecting && <NextTry entry={entry} now={now} {...{ messages, onTryNow }} />}
        {elapsed >= 1000 && !isStill && !isDone && (
          <p className="fw-task-time fw-note">
            <span className="fw-hidden">{task.elapsed}: </span>
            {formatElapsed(elapsed, language)}
          </p>
        )}
        {onCancel !== undefined && !isOver(entry) && (
          <button
            type="button"
            className="fw-button"
            aria-disabled={isCanceling}
            onClick={isCanceling ? undefined : onCancel}
          >
            {isCanceling ? task.canceling : task.cancel}
          </button>
        )}
      </div>
      {isRunning && !isStill && <Bar fraction={readFraction(entry)} messages={messages} />}
    </div>
  );
}

/**
 * Counts down to the next attempt to reach the agent, with a button that does not wait for it.
 * Screen readers skip the count, because it changes every second.
 */
function NextTry({
  entry,
  messages,
  now,
  onTryNow,
}: Pick<TaskStatusProps, 'entry' | 'messages' | 'onTryNow'> & {
  /** The current time in milliseconds since 1970. */
  readonly now: number;
}): ReactNode {
  const { task, language } = messages;
  const { retryAt } = entry;
  // An attempt is under way.
  if (retryAt === undefined) return <p className="fw-note">{task.trying}</p>;
  const remainingMs = Math.max(1000, Math.ceil((retryAt - now) / 1000) * 1000);
  return (
    <>
      <p className="fw-note" aria-hidden="true">
        {task.nextTry(formatElapsed(remainingMs, language))}
      </p>
      {onTryNow !== undefined && (
        <button type="button" className="fw-button" onClick={onTryNow}>
          {task.tryNow}
        </button>
      )}
    </>
  );
}

function Bar({
  fraction,
  messages: { task, language },
}: {
  readonly fraction: number | undefined;
  readonly messages: Messages;
}): ReactNode {
  if (fraction === undefined)
    return <progress className="fw-task-bar" aria-label={task.progress} />;
  return (
    <div className="fw-task-line">
      <progress className="fw-task-bar" aria-label={task.progress} value={fraction} max={1} />
      <span className="fw-note">
        {formatNumber(Math.round(fraction * 1000) / 1000, language, { isFraction: true })}
      </span>
    </div>
  );
}

function readFraction({ state }: ThreadEntry): number | undefined {
  return state.kind === 'working' ? state.fraction : undefined;
}

/**
 * Returns the current time in milliseconds since 1970, updated every second while `isRunning` is
 * true.
 */
export function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isRunning) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

/**
 * Draws the icon of a task's state; screen readers skip it, because the word beside it says the
 * same.
 */
function TaskIcon({ state }: { readonly state: TaskStateName }): ReactNode {
  return (
    <svg className="fw-task-icon" viewBox="0 0 16 16" aria-hidden="true" data-fw-state={state}>
      <path
        d={PATHS[state]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
