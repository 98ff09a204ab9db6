import type { ReactNode } from 'react';
import { useWorkspace } from '../app/workspace.ts';
import { Icon } from '../parts/icon.tsx';
import type { Texts } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import type { Turn, TurnEntry } from '../turns/turn.ts';

type EndEntry = Extract<TurnEntry, { readonly kind: 'ended' | 'failure' }>;

interface EndCardProps {
  readonly entry: EndEntry;
  readonly turn: Turn;
}

/** How it ended without a result: the cause, and what to do next. */
export function EndCard({ entry, turn }: EndCardProps): ReactNode {
  const texts = useTexts();
  const { board } = useWorkspace();
  const isCanceled = entry.kind === 'ended' && entry.state === 'canceled';
  const message = entry.kind === 'ended' ? entry.text : entry.message;
  const isLost = entry.kind === 'failure' && turn.run.taskId !== '';
  return (
    <section className="card end" data-kind={isCanceled ? 'calm' : 'danger'}>
      <h2>
        <Icon name={isCanceled ? 'stop' : 'alert'} />
        {toTitle(entry, turn, texts)}
      </h2>
      {message !== '' && (
        <p className="words" dir="auto" role={isCanceled ? 'status' : 'alert'}>
          {message}
        </p>
      )}
      {entry.problems.length > 0 && (
        <ul>
          {entry.problems.slice(0, 20).map(({ pointer, message: words }) => (
            <li key={`${pointer} ${words}`}>
              {pointer !== '' && <code dir="ltr">{pointer}</code>} {words}
            </li>
          ))}
        </ul>
      )}
      {entry.kind === 'failure' && <p>{texts.failureNext(entry.reason)}</p>}
      {isLost && (
        <button type="button" onClick={() => board.resume(turn.run.id)}>
          {texts.retry}
        </button>
      )}
    </section>
  );
}

function toTitle(entry: EndEntry, { run }: Turn, texts: Texts): string {
  if (entry.kind === 'failure') return run.taskId === '' ? texts.notSent : texts.lost;
  switch (entry.state) {
    case 'failed':
      return texts.failed;
    case 'canceled':
      return texts.canceled;
    case 'rejected':
      return texts.rejected;
    default:
      return entry.state satisfies never;
  }
}
