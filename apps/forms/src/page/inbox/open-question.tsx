import type { QuestionView } from '@formwork/people/client';
import { type ReactNode, useEffect, useState } from 'react';
import type { AgentInbox } from './inboxes.ts';
import { useInboxTexts } from './inbox-texts.ts';
import { type ListedQuestion, nameAsker } from './listed-questions.ts';
import { QuestionActions } from './question-actions.tsx';
import { QuestionCard } from './question-card.tsx';

interface OpenQuestionProps {
  /** The inbox that the question is in. */
  readonly inbox: AgentInbox;
  readonly task: string;
  /** The question as the list has it; `undefined` if the list lacks it. */
  readonly listed: QuestionView | undefined;
  /** True if the question is said with the name of its agent. */
  readonly isNamed: boolean;
  readonly next: ListedQuestion | undefined;
  readonly hashOf: (listed?: ListedQuestion) => string;
  readonly onChanged: () => void;
}

/** Draws one question; it stays as it was while the person answers, also when the list changes. */
export function OpenQuestion(props: OpenQuestionProps): ReactNode {
  const { inbox, task, listed, isNamed, next, hashOf, onChanged } = props;
  const { people, me } = inbox;
  const own = useInboxTexts();
  const [last, setLast] = useState(listed);
  const [isGone, setGone] = useState(false);
  const [isAnswered, setAnswered] = useState(false);
  const [isLost, setLost] = useState(false);
  if (listed !== undefined && listed !== last && !isAnswered) {
    setLast(listed);
    if (isTakenAway(last, { listed, me })) setLost(true);
  }
  const isUnlisted = last === undefined;
  useEffect(() => {
    if (!isUnlisted) return undefined;
    const control = new AbortController();
    // The question may be on a page of the list that has not been read.
    people.readQuestion(task, control.signal).then(setLast, () => {
      if (!control.signal.aborted) setGone(true);
    });
    return () => control.abort();
  }, [people, task, isUnlisted]);
  if (last === undefined) {
    return isGone ? (
      <p className="note" role="alert">
        {own.tooLate}
      </p>
    ) : (
      <div className="skeleton" role="status" aria-label={own.loading} />
    );
  }
  return (
    <QuestionCard
      question={last}
      names={nameAsker({ inbox, question: last }, isNamed)}
      me={me}
      send={(answer) => people.answer(task, answer)}
      onAnswered={() => {
        setAnswered(true);
        onChanged();
      }}
      actions={
        <>
          {isLost && (
            <p className="note" role="status">
              {own.lost}
            </p>
          )}
          <QuestionActions people={people} question={last} me={me} onChanged={onChanged} />
        </>
      }
      after={
        <p className="tools">
          {next !== undefined && (
            <a className="main-button" href={hashOf(next)}>
              {own.next}
            </a>
          )}
          <a className="button" href={hashOf()}>
            {own.back}
          </a>
        </p>
      }
    />
  );
}

/** Returns true if the person had taken a question, and has lost it because it became overdue. */
function isTakenAway(
  last: QuestionView | undefined,
  { listed, me }: { readonly listed: QuestionView; readonly me: string | undefined },
): boolean {
  if (last?.claimedBy === undefined || last.claimedBy !== me) return false;
  return listed.claimedBy !== me && listed.isOverdue && !last.isOverdue;
}
