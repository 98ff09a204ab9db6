import type { Json, JsonSchema } from '@formwork/schema';
import type { ReactNode } from 'react';
import type { ThreadEntry } from '../agent/thread-entry.ts';
import type { Messages } from '../messages/messages.ts';
import { formatElapsed } from '../text/format-amount.ts';
import { toVisibleText } from '../text/visible-text.ts';
import { toProblemSentences } from './problem-sentences.ts';
import { Sentences } from './task-question.tsx';
import { useNow } from './task-status.tsx';
import { toAdvice } from './to-state-name.ts';

/**
 * Draws the end of a task: the last message of the agent or, if there is no result, the reason and
 * advice.
 */
export function TaskEnd(props: {
  readonly entry: ThreadEntry;
  /** The schema of the input that was sent. */
  readonly schema: JsonSchema | undefined;
  readonly messages: Messages;
  readonly onRetry: (() => void) | undefined;
  readonly renderSignIn: ((again: () => void) => ReactNode) | undefined;
}): ReactNode {
  const { entry, schema, messages, onRetry, renderSignIn } = props;
  const { state, sent: message } = entry;
  const { task } = messages;
  const data: Json = message.kind === 'input' ? message.data : message.text;
  const tell = (problems: Parameters<typeof toProblemSentences>[0]): readonly string[] =>
    toProblemSentences(problems, { data, schema, messages });
  if (state.kind === 'ended' || state.kind === 'done') {
    const text = state.kind === 'done' ? (state.result.conclusion ?? '') : state.end.text;
    // The result itself shows its problems.
    const problems = state.kind === 'done' ? [] : state.end.problems;
    const agentText = toVisibleText(text.trim());
    if (agentText === '' && problems.length === 0) return null;
    return (
      <div className="fw-task-end">
        {agentText !== '' && <p className="fw-note">{task.agentSays}</p>}
        {agentText !== '' && <p className="fw-task-said">{agentText}</p>}
        <Sentences sentences={tell(problems)} otherwise="" />
      </div>
    );
  }
  if (state.kind !== 'failed') return null;
  const { failure } = state;
  const advice = toAdvice(failure);
  const isWorthwhile = onRetry !== undefined && !['input', 'skill', 'gone'].includes(advice);
  return (
    <div className="fw-task-end">
      <Sentences sentences={tell(failure.problems)} otherwise="" />
      {advice === 'later' ? (
        <LaterAdvice
          until={(entry.restedAt ?? 0) + (failure.retryAfterMs ?? 0)}
          messages={messages}
        />
      ) : (
        <p>{task.advice[advice]}</p>
      )}
      {isWorthwhile && advice === 'sign-in' && renderSignIn?.(onRetry)}
      {isWorthwhile && !(advice === 'sign-in' && renderSignIn !== undefined) && (
        <button type="button" className="fw-button" onClick={onRetry}>
          {task.tryAgain}
        </button>
      )}
      <details className="fw-task-more">
        <summary>{task.technical}</summary>
        <p className="fw-task-said">{toVisibleText(failure.message)}</p>
      </details>
    </div>
  );
}

/** Draws the advice to try again later, with the time that is left if the agent has said it. */
function LaterAdvice({
  until,
  messages: { task, language },
}: {
  /** The time until which the agent refuses everything, in milliseconds since 1970. */
  readonly until: number;
  readonly messages: Messages;
}): ReactNode {
  const remainingMs = until - useNow(true);
  return (
    <p>
      {remainingMs > 0
        ? task.laterIn(formatElapsed(remainingMs + 999, language))
        : task.advice.later}
    </p>
  );
}
