import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../parts/work-icon.tsx';
import { useInboxTexts } from './inbox-texts.ts';
import { toName } from './listed-questions.ts';

/** The outcome of an action on a question. */
export type QuestionOutcome =
  | { readonly kind: 'open' | 'sending' | 'answered' | 'too-late' }
  | { readonly kind: 'handed-over'; readonly address: string }
  /** Another person has taken the question, before the person could answer it or take it. */
  | { readonly kind: 'taken'; readonly isAnswer: boolean }
  | { readonly kind: 'refused'; readonly message: string };

/** Draws what became of an action; it takes the focus, because what had it is gone or has failed. */
export function OutcomeNote({
  outcome,
  takenNote,
}: {
  readonly outcome: QuestionOutcome;
  /** The note that another person has taken the question; `undefined` if it is free. */
  readonly takenNote: string | undefined;
}): ReactNode {
  const inboxTexts = useInboxTexts();
  const noteRef = useRef<HTMLDivElement>(null);
  const { kind } = outcome;
  useEffect(() => {
    if (kind !== 'open' && kind !== 'sending') noteRef.current?.focus();
  }, [outcome, kind]);
  if (kind === 'open' || kind === 'sending') return null;
  const isGood = kind === 'answered' || kind === 'handed-over';
  return (
    <div
      ref={noteRef}
      tabIndex={-1}
      className="note"
      role={isGood ? 'status' : 'alert'}
      {...(!isGood && { 'data-kind': 'danger' })}
    >
      {isGood && (
        <p>
          <strong>
            <Icon name="check" />{' '}
            {outcome.kind === 'handed-over'
              ? inboxTexts.handedOver(toName(outcome.address))
              : inboxTexts.answered}
          </strong>
        </p>
      )}
      <p>
        {kind === 'answered' && inboxTexts.answeredHelp}
        {outcome.kind === 'handed-over' && toRecipient(outcome.address)}
        {kind === 'too-late' && inboxTexts.tooLate}
        {outcome.kind === 'taken' && toTakenText(outcome.isAnswer)}
        {outcome.kind === 'refused' && outcome.message}
      </p>
    </div>
  );

  function toRecipient(address: string): string {
    const name = toName(address);
    return address.startsWith('role:') ? inboxTexts.nowWithRole(name) : inboxTexts.nowWith(name);
  }

  function toTakenText(isAnswer: boolean): string {
    // Meanwhile the question may have been given back.
    if (takenNote === undefined) return isAnswer ? inboxTexts.notSent : inboxTexts.notDone;
    return isAnswer ? `${inboxTexts.unsent} ${takenNote}` : takenNote;
  }
}
