import type { ReactNode } from 'react';
import { useWorkspace } from '../app/workspace.ts';
import { Icon } from '../parts/icon.tsx';
import { useTexts } from '../texts/use-texts.ts';
import type { Turn, TurnEntry } from '../turns/turn.ts';

interface ConsentCardProps {
  readonly entry: Extract<TurnEntry, { readonly kind: 'authorization' }>;
  readonly turn: Turn;
}

/** The agent waits for a consent somewhere else: where it is given is shown before it is opened. */
export function ConsentCard({ entry, turn }: ConsentCardProps): ReactNode {
  const texts = useTexts();
  const { board } = useWorkspace();
  const { text, url, isOver } = entry;
  return (
    <section className="card question" data-open={!isOver}>
      <h2>
        <Icon name="key" />
        {texts.consent}
      </h2>
      <p className="words" dir="auto">
        {text}
      </p>
      {!isOver && (
        <div className="buttons">
          {url !== undefined && (
            <a className="main-button" href={url} target="_blank" rel="noopener noreferrer nofollow">
              {texts.consentOpen(new URL(url).host)}
            </a>
          )}
          <button type="button" onClick={() => board.proceed(turn.run.id)}>
            {texts.consentDone}
          </button>
        </div>
      )}
    </section>
  );
}
