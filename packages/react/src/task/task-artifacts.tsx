import type { ReactNode } from 'react';
import type { ThreadArtifact } from '../agent/thread-entry.ts';
import type { Messages } from '../messages/messages.ts';
import { summarizeData } from './summarize-data.ts';
import { SummaryList } from './sent-summary.tsx';

/** Characters of a text, and pieces of data, that are shown of what grows: the newest. */
const SHOWN = { text: 20_000, data: 20 };

interface TaskArtifactsProps {
  readonly artifacts: readonly ThreadArtifact[];
  readonly messages: Messages;
  /** Names the group. Default: that of what was sent so far. */
  readonly label?: string;
}

/** What a task has sent so far. Not read aloud while it grows: people can go and read it. */
export function TaskArtifacts({ artifacts, messages, label }: TaskArtifactsProps): ReactNode {
  const shown = artifacts.filter(({ text, data }) => text.trim() !== '' || data.length > 0);
  if (shown.length === 0) return null;
  return (
    <div role="group" className="fw-task-pieces" aria-label={label ?? messages.task.partial}>
      {shown.map(({ artifactId, name, text, data }) => (
        <div key={artifactId}>
          {name !== '' && <p className="fw-task-name">{name}</p>}
          {text.trim() !== '' && <p className="fw-task-text">{text.slice(-SHOWN.text)}</p>}
          {data.slice(-SHOWN.data).map((value, n) => (
            <SummaryList
              key={Math.max(0, data.length - SHOWN.data) + n}
              lines={summarizeData(value, undefined, messages)}
              messages={messages}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
