import type { ReactNode } from 'react';
import { isOver, isUnderWay, type ThreadEntry } from '../agent/thread-entry.ts';
import type { Messages } from '../messages/messages.ts';
import { formatNumber } from '../result/format/format-number.ts';
import { formatElapsed } from './format-elapsed.ts';
import { TaskIcon } from './task-icon.tsx';
import { toStateName } from './to-state-name.ts';
import { useNow } from './use-now.ts';
import { toVisibleText } from '../text/visible-text.ts';

/** After so many milliseconds without a word, something is said about it. */
const SILENCE = 10_000;

interface TaskStatusProps {
  readonly entry: ThreadEntry;
  readonly messages: Messages;
  readonly onCancel: (() => void) | undefined;
}

/** How far a task is: what is read aloud when it changes, the bar, the time, and the way to stop it. */
export function TaskStatus({ entry, messages, onCancel }: TaskStatusProps): ReactNode {
  const { task, language } = messages;
  const { state, sentAt, restedAt, heardAt, isCanceling, isReconnecting, cancelFailure } = entry;
  const isRunning = isUnderWay(entry);
  const now = useNow(isRunning);
  const name = toStateName(entry);
  const text = state.kind === 'working' ? toVisibleText(state.text) : '';
  const elapsed = (isRunning ? now : (restedAt ?? heardAt)) - sentAt;
  const isSilent = isRunning && !isReconnecting && now - heardAt >= SILENCE;
  return (
    <div className="fw-task-status">
      <div className="fw-task-line">
        <div role="status" className="fw-task-words">
          <p className="fw-task-state" data-fw-state={name}>
            <TaskIcon state={name} />
            <strong>{task.states[name]}</strong>
            {text !== '' && <bdi className="fw-task-doing">{text}</bdi>}
          </p>
          {isSilent && <p className="fw-help">{task.silent}</p>}
          {cancelFailure !== undefined && !isOver(entry) && (
            <p className="fw-error">{task.cancelFailed}</p>
          )}
        </div>
        {elapsed >= 1000 && (
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
      {isRunning && <Bar fraction={readFraction(entry)} messages={messages} />}
    </div>
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
      <span className="fw-note">{formatNumber(fraction, language, { isFraction: true })}</span>
    </div>
  );
}

function readFraction({ state }: ThreadEntry): number | undefined {
  return state.kind === 'working' ? state.fraction : undefined;
}
