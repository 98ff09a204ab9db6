import type { AgentDescription } from '@formwork/client';
import {
  type LinkedQuestionView,
  type PeopleClient,
  PeopleClientError,
} from '@formwork/people/client';
import { toVisibleText } from '@formwork/react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import type { AnswerDrafts } from './answer-drafts.ts';
import { useInboxTexts } from './inbox-texts.ts';
import { QuestionCard } from './question-card.tsx';

/** Draws the question of a link, which its holder answers without signing in. */
export function AnswerScreen(props: {
  readonly people: PeopleClient;
  /** Opens the answers that a person has begun to enter. */
  readonly openDrafts: (owner: string) => AnswerDrafts;
  readonly description: AgentDescription;
  /** The token of the link, which is the permission. */
  readonly token: string;
}): ReactNode {
  const { people, openDrafts, description, token } = props;
  const texts = useTexts();
  const inboxTexts = useInboxTexts();
  const [view, setView] = useState<LinkedQuestionView | 'gone' | 'failed'>();
  // All who have the link are asked as one person, who may have taken the question.
  const [isTaken, setTaken] = useState(false);
  useEffect(() => {
    if (view !== undefined) return undefined;
    const control = new AbortController();
    people.readLinkedQuestion(token, control.signal).then(setView, (error: unknown) => {
      if (!control.signal.aborted) setView(isRefused(error) ? 'gone' : 'failed');
    });
    return () => control.abort();
  }, [people, token, view]);
  if (view === undefined) {
    return (
      <div role="status" aria-label={inboxTexts.loading}>
        <div className="skeleton" />
      </div>
    );
  }
  if (view === 'failed') {
    return (
      <>
        <h1 tabIndex={-1}>{description.name}</h1>
        <p role="alert" className="note">
          {inboxTexts.notRead}{' '}
          <button type="button" onClick={() => setView(undefined)}>
            {texts.retry}
          </button>
        </p>
      </>
    );
  }
  if (view === 'gone') {
    return (
      <>
        <h1 tabIndex={-1}>{description.name}</h1>
        <p role="alert" className="note">
          {inboxTexts.linkGone}
        </p>
      </>
    );
  }
  const skill = description.skills.find(({ id }) => id === view.skillId);
  return (
    <QuestionCard
      question={view}
      drafts={openDrafts(view.person ?? '')}
      names={skill === undefined ? [] : [skill.name]}
      skill={skill}
      me={isTaken ? undefined : view.claimedBy}
      reread={async () => {
        setView(await people.readLinkedQuestion(token));
        setTaken(true);
      }}
      drawActions={() =>
        view.person !== undefined && <p>{inboxTexts.answersAs(toVisibleText(view.person))}</p>
      }
      send={(answer) => people.answerLinked(token, answer)}
    />
  );
}

/** Returns true for a link that leads to nothing; the agent may only be out of reach otherwise. */
function isRefused(error: unknown): boolean {
  return (
    error instanceof PeopleClientError &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 429
  );
}
