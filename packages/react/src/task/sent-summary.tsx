import type { JsonSchema } from '@formwork/schema';
import { useMemo, useState, type ReactNode } from 'react';
import type { ThreadMessage } from '../agent/thread-entry.ts';
import type { Messages } from '../messages/messages.ts';
import { toVisibleText } from '../text/visible-text.ts';
import { summarizeData, type SummaryLine } from './summarize-data.ts';

/** The number of lines of a message's summary that are shown at first. */
const SHOWN = 6;

interface SentSummaryProps {
  readonly message: ThreadMessage;
  /** The schema of the input that was sent. */
  readonly schema: JsonSchema | undefined;
  readonly messages: Messages;
}

/**
 * Draws the data that the person has sent with a message as a list for reading, with the names of
 * the files.
 */
export function SentSummary(props: SentSummaryProps): ReactNode {
  const { files = [] } = props.message;
  return (
    <>
      <SentContent {...props} />
      {files.length > 0 && (
        <p className="fw-task-said">{files.map(({ name }) => toVisibleText(name)).join(', ')}</p>
      )}
    </>
  );
}

function SentContent({ message, schema, messages }: SentSummaryProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const lines = useMemo(
    () => (message.kind === 'input' ? summarizeData(message.data, schema, messages) : []),
    [message, schema, messages],
  );
  if (message.kind === 'text' && message.text === '') return null;
  if (message.kind === 'text') return <p className="fw-task-said">{toVisibleText(message.text)}</p>;
  if (lines.length === 0) return null;
  const shown = isOpen ? lines : lines.slice(0, SHOWN);
  return (
    <>
      <SummaryList lines={shown} messages={messages} />
      {lines.length > shown.length && (
        <button type="button" className="fw-button fw-quiet" onClick={() => setOpen(true)}>
          {messages.task.showAll} ({lines.length})
        </button>
      )}
    </>
  );
}

/** The maximum length of a text that shares its line with others, in characters. */
const MAX_BESIDE = 24;

function isWide(text: string): boolean {
  return text.length > MAX_BESIDE || text.includes('\n');
}

/** Draws the lines of a summary as a list of labels and values. */
export function SummaryList({
  lines,
  messages,
}: {
  readonly lines: readonly SummaryLine[];
  readonly messages: Messages;
}): ReactNode {
  return (
    <dl className="fw-task-sent">
      {lines.map(({ label, text }, n) => (
        <div key={`${n} ${label}`} data-fw-wide={isWide(text) || undefined}>
          <dt>{label === '' ? messages.task.message : label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
