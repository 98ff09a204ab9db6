import type { ReactNode } from 'react';
import type { ThreadTurn } from '../agent/thread-entry.ts';
import type { Messages } from '../messages/messages.ts';
import { SummaryList } from './sent-summary.tsx';
import { summarizeData } from './summarize-data.ts';
import { toVisibleText } from '../text/visible-text.ts';

interface TaskTurnProps {
  readonly turn: ThreadTurn;
  readonly messages: Messages;
}

/** A question that was answered, and with what, as far as that is known here. */
export function TaskTurn({ turn, messages }: TaskTurnProps): ReactNode {
  const { question, answer, isElsewhere = false } = turn;
  return (
    <div className="fw-task-turn">
      <p className="fw-note">{toVisibleText(question.prompt)}</p>
      {isElsewhere ? (
        <p>{messages.task.answeredElsewhere}</p>
      ) : (
        <SummaryList
          lines={summarizeData(answer, question.form?.schema, messages).map((line) =>
            line.label === '' ? { ...line, label: messages.task.yourAnswer } : line,
          )}
          messages={messages}
        />
      )}
    </div>
  );
}
