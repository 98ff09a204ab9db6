import type { AgentDescription } from '@formwork/client';
import type { LinkedQuestionView, PeopleClient } from '@formwork/people/client';
import { toVisibleText } from '@formwork/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { AnswerDrafts } from './answer-drafts.ts';
import { useInboxTexts } from './inbox-texts.ts';
import { QuestionCard } from './question-card.tsx';

interface AnswerScreenProps {
  readonly people: PeopleClient;
  readonly drafts: AnswerDrafts;
  readonly description: AgentDescription;
  /** The token of the link, which is the permission. */
  readonly token: string;
}

/** Draws the question of a link, which its holder answers without signing in. */
export function AnswerScreen(props: AnswerScreenProps): ReactNode {
  const { people, drafts, description, token } = props;
  const own = useInboxTexts();
  const [found, setFound] = useState<LinkedQuestionView | 'gone'>();
  // Whoever has the link is asked as one person, who may have taken the question.
  const [isTaken, setTaken] = useState(false);
  useEffect(() => {
    const control = new AbortController();
    people.readLinkedQuestion(token, control.signal).then(setFound, () => {
      if (!control.signal.aborted) setFound('gone');
    });
    return () => control.abort();
  }, [people, token]);
  if (found === undefined) {
    return (
      <div role="status" aria-label={own.loading}>
        <div className="skeleton" />
      </div>
    );
  }
  if (found === 'gone') {
    return (
      <>
        <h1 tabIndex={-1}>{description.name}</h1>
        <p role="alert" className="note">
          {own.linkGone}
        </p>
      </>
    );
  }
  const skill = description.skills.find(({ id }) => id === found.skillId);
  return (
    <QuestionCard
      question={found}
      drafts={drafts}
      names={skill === undefined ? [] : [skill.name]}
      skill={skill}
      me={isTaken ? undefined : found.claimedBy}
      reread={async () => {
        setFound(await people.readLinkedQuestion(token));
        setTaken(true);
      }}
      drawActions={() =>
        found.person !== undefined && <p>{own.answersAs(toVisibleText(found.person))}</p>
      }
      send={(answer) => people.answerLinked(token, answer)}
    />
  );
}
