import { type PeopleClient, PeopleClientError, type QuestionView } from '@formwork/people/client';
import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { useInboxTexts } from './inbox-texts.ts';
import type { AgentInbox } from './inboxes.ts';
import { type ListedQuestion, listKnownQuestions, nameAsker } from './listed-questions.ts';
import { QuestionActions } from './question-actions.tsx';
import { QuestionCard } from './question-card.tsx';

/** Draws one question; it stays as it was while the person answers, also when the list changes. */
export function OpenQuestion(props: {
  /** The inbox that the question is in. */
  readonly inbox: AgentInbox;
  readonly task: string;
  /** The question as the list has it; `undefined` if the list lacks it. */
  readonly listed: QuestionView | undefined;
  /** True if the question is said with the name of its agent. */
  readonly isNamed: boolean;
  readonly next: ListedQuestion | undefined;
  readonly hashOf: (listed?: ListedQuestion) => string;
  /** Called with the question when it has been read besides the list. */
  readonly onChanged: (question: QuestionView) => void;
  /** Called once the question no longer waits for the person. */
  readonly onEnded: () => void;
  /** Looks whether another agent asks, before the page says that the question is gone. */
  readonly onMissing: (() => Promise<void>) | undefined;
}): ReactNode {
  const { inbox, task, listed, isNamed, next, hashOf, onChanged, onEnded, onMissing } = props;
  const { people, drafts, me, description } = inbox;
  const inboxTexts = useInboxTexts();
  const [lastListed, setLastListed] = useState(listed);
  const [shown, setShown] = useState(listed);
  const [isEnded, setEnded] = useState(false);
  const [isLost, setLost] = useState(false);
  const [wasListed, setWasListed] = useState(listed !== undefined);
  const read = useQuestionView(people, { task, shown, onMissing });
  function show(view: QuestionView): void {
    setShown(view);
    if (isTakenAway(shown, view, me)) setLost(true);
  }
  function change(view: QuestionView): void {
    show(view);
    // The list must know as well, or it would not notice that the change is undone.
    onChanged(view);
  }
  // The task may have gone on, and ask something else than the list says.
  const isNewer = shown === undefined || (!isEnded && (read.view?.question ?? 0) > shown.question);
  if (read.view !== undefined && isNewer) setShown(read.view);
  if (listed !== lastListed) {
    setLastListed(listed);
    setWasListed(true);
    if (listed !== undefined && !isEnded) show(listed);
  }
  if (shown === undefined) {
    return read.state === 'gone' ? (
      <p className="note" role="alert">
        {inboxTexts.tooLate}
      </p>
    ) : (
      read.pending
    );
  }
  const about = read.view?.question === shown.question ? read.view.about : undefined;
  const question = { ...(about !== undefined && { about }), ...shown };
  return (
    <QuestionCard
      key={shown.question}
      question={question}
      drafts={drafts}
      names={nameAsker({ inbox, question }, isNamed)}
      skill={description?.skills.find(({ id }) => id === shown.skillId)}
      me={me}
      isGone={wasListed && listed === undefined}
      send={(answer) => people.answer(task, answer)}
      reread={async () => change(await people.readQuestion(task))}
      onEnded={() => {
        setEnded(true);
        onEnded();
      }}
      pending={read.pending}
      drawActions={(events) => (
        <>
          {isLost && (
            <p className="note" role="status">
              {inboxTexts.lost}
            </p>
          )}
          <QuestionActions
            {...events}
            {...{ people, question, me }}
            addresses={listKnownQuestions(inbox)}
            onChanged={change}
          />
        </>
      )}
      after={
        <p className="tools">
          {next !== undefined && (
            <a className="main-button" href={hashOf(next)}>
              {inboxTexts.next}
            </a>
          )}
          <a className="button" href={hashOf()}>
            {inboxTexts.back}
          </a>
        </p>
      }
    />
  );
}

/**
 * Reads a question whole that is on a page of the list which has not been read, or newer than the
 * list. The list also leaves out what a question is about if that is large.
 */
function useQuestionView(
  people: PeopleClient,
  {
    task,
    shown,
    onMissing,
  }: {
    readonly onMissing: (() => Promise<void>) | undefined;
    readonly task: string;
    /** The question as the page knows it. */
    readonly shown: QuestionView | undefined;
  },
): {
  readonly view: QuestionView | undefined;
  readonly state: 'open' | 'gone' | 'failed';
  /** Drawn until the question is read; `undefined` if nothing is to come. */
  readonly pending: ReactNode;
} {
  const texts = useTexts();
  const inboxTexts = useInboxTexts();
  const [view, setView] = useState<QuestionView>();
  /** Why the question with a number could not be read; without a number, the one that is open. */
  const [failure, setFailure] = useState<{
    readonly question: number | undefined;
    readonly state: 'gone' | 'failed';
  }>();
  const number = shown?.question;
  const state = failure?.question === number ? (failure?.state ?? 'open') : 'open';
  const isNeeded =
    shown === undefined || (shown.aboutBytes !== undefined && number !== view?.question);
  const isAsked = isNeeded && state === 'open';
  useEffect(() => {
    if (!isAsked) return undefined;
    const control = new AbortController();
    async function read(): Promise<void> {
      try {
        setView(await people.readQuestion(task, control.signal));
      } catch (error) {
        const isGone = error instanceof PeopleClientError && error.code === 'NOT_FOUND';
        if (isGone) await onMissing?.();
        if (control.signal.aborted) return;
        setFailure({ question: number, state: isGone ? 'gone' : 'failed' });
      }
    }
    void read();
    return () => control.abort();
  }, [people, task, number, isAsked, onMissing]);
  if (isAsked) {
    return {
      view,
      state,
      pending: <div className="skeleton" role="status" aria-label={inboxTexts.loading} />,
    };
  }
  const retry = (
    <p className="note" role="alert">
      {inboxTexts.notRead}{' '}
      <button type="button" onClick={() => setFailure(undefined)}>
        {texts.retry}
      </button>
    </p>
  );
  return { view, state, pending: isNeeded && state === 'failed' ? retry : undefined };
}

/** Returns true if the person had taken a question, and has lost it because it became overdue. */
function isTakenAway(
  last: QuestionView | undefined,
  view: QuestionView,
  me: string | undefined,
): boolean {
  if (last?.claimedBy === undefined || last.claimedBy !== me) return false;
  return view.claimedBy !== me && view.isOverdue && !last.isOverdue;
}
