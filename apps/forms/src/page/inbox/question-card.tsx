import type { DescribedSkill } from '@formwork/client';
import { type QuestionAnswer, type QuestionView, PeopleClientError } from '@formwork/people/client';
import { type Json, ResultView, toVisibleText } from '@formwork/react';
import { createId } from '@formwork/react/internal';
import type { JsonSchema } from '@formwork/schema';
import { getOwn, isRecord } from '@formwork/schema/json';
import { type ReactNode, useState } from 'react';
import { useFormMessages } from '../form/use-form-messages.ts';
import { formatTime } from '../parts/format-time.ts';
import { Icon } from '../parts/work-icon.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { useSettings } from '../workspace/use-settings.ts';
import type { AnswerDrafts } from './answer-drafts.ts';
import { useInboxTexts } from './inbox-texts.ts';
import { toName } from './listed-questions.ts';
import { OtherTabNote } from './other-tab-note.tsx';
import { OutcomeNote, type QuestionOutcome } from './outcome-note.tsx';
import type { ActionEvents } from './question-actions.tsx';
import { type AnswerContent, QuestionForm } from './question-form.tsx';
import '@formwork/react/result.css';
import './inbox.css';

interface QuestionCardProps {
  readonly question: QuestionView;
  readonly drafts: AnswerDrafts;
  /** The names that say where the question is from, such as that of the skill. */
  readonly names: readonly string[];
  /** The skill that asks; `undefined` if the page does not know it. */
  readonly skill: DescribedSkill | undefined;
  /** The id of the person at the agent; `undefined` until it is known. */
  readonly me: string | undefined;
  /** True once the page knows from elsewhere that the question no longer waits. Default false. */
  readonly isGone?: boolean;
  readonly send: (answer: QuestionAnswer) => Promise<void>;
  /** Reads the question again, because another person has taken it. */
  readonly reread: () => Promise<void>;
  /** Called once the question no longer waits for the person. */
  readonly onEnded?: () => void;
  /** Draws other actions on the question, such as taking it. */
  readonly drawActions?: (events: ActionEvents) => ReactNode;
  /** The content in place of what the question is about, while that is being read. */
  readonly pending?: ReactNode;
  /** The content that follows once the question has ended, such as a link to the next one. */
  readonly after?: ReactNode;
}

const GONE: QuestionOutcome = { kind: 'too-late' };

/**
 * Draws a question with what it is about and the fields for the answer, and sends the answer. Another
 * question needs another `key`.
 */
export function QuestionCard(props: QuestionCardProps): ReactNode {
  const { question, drafts, names, skill, me, isGone = false, pending, after } = props;
  const { send, reread, onEnded, drawActions } = props;
  const inboxTexts = useInboxTexts();
  const [done, setOutcome] = useState<QuestionOutcome>({ kind: 'open' });
  const [messageId] = useState(createId);
  const { prompt, claimedBy } = question;
  const isTaken = claimedBy !== undefined && claimedBy !== me;
  // A person who can still answer learns it when they send, so that what they enter stays until
  // then.
  const outcome = isGone && isTaken ? GONE : done;
  // What was entered stays while another person has the question, who may give it back.
  const [draft] = useState(() => drafts.open(question));
  const [isShared, setShared] = useState(draft.isShared);
  /** The answer with which the form begins, and how often the person has exchanged it. */
  const [begun, setBegun] = useState({ data: draft.read(), times: 0 });
  const [isEntered, setEntered] = useState(!isTaken || begun.data !== undefined);
  if (!isTaken && !isEntered) setEntered(true);
  const [isTyped, setTyped] = useState(begun.data !== undefined);
  const isOver = ['answered', 'handed-over', 'too-late'].includes(outcome.kind);
  // A person who comes too late can still read and copy what they have entered.
  const isLeft = outcome.kind === 'too-late' && isTyped;
  const takenNote = isTaken
    ? `${inboxTexts.taken(toVisibleText(claimedBy))} ${isEntered ? inboxTexts.kept : ''}`
    : undefined;

  function end(ended: QuestionOutcome): void {
    setOutcome(ended);
    draft.end();
    onEnded?.();
  }

  async function refuse(error: unknown, isAnswer: boolean): Promise<void> {
    const reason = isClaimed(error) ? await recheck(error, reread) : error;
    if (reason instanceof PeopleClientError && reason.code === 'NOT_FOUND') {
      end({ kind: 'too-late' });
    } else if (isClaimed(reason)) setOutcome({ kind: 'taken', isAnswer });
    else {
      const message = toRefusal(reason) ?? (isAnswer ? inboxTexts.notSent : inboxTexts.notDone);
      setOutcome({ kind: 'refused', message });
    }
  }

  async function answer(content: AnswerContent): Promise<void> {
    setOutcome({ kind: 'sending' });
    try {
      await send({ question: question.question, messageId, ...content });
      end({ kind: 'answered' });
    } catch (error) {
      await refuse(error, true);
    }
  }

  return (
    <article className="question">
      <h1 tabIndex={-1} dir="auto">
        {cutPrompt(prompt)}
      </h1>
      <QuestionFacts question={question} names={names} me={me} />
      <OutcomeNote outcome={outcome} takenNote={takenNote} />
      {isOver ? (
        after
      ) : (
        <>
          {outcome.kind !== 'taken' && <TakenNote text={takenNote} />}
          {drawActions?.({
            onHandedOver: (address) => end({ kind: 'handed-over', address }),
            onRefused: (error) => void refuse(error, false),
          })}
          <WholePrompt prompt={prompt} />
          {pending ?? <About question={question} skill={skill} />}
        </>
      )}
      {isLeft && <h2>{inboxTexts.entered}</h2>}
      {isShared && !isOver && (
        <OtherTabNote
          onExchange={() => {
            draft.exchange();
            setShared(draft.isShared());
            setBegun({ data: draft.read(), times: begun.times + 1 });
          }}
        />
      )}
      {(isOver ? isLeft : isEntered) && (
        <QuestionForm
          key={begun.times}
          question={question}
          begun={begun.data}
          isOver={isOver}
          isDisabled={!isOver && (isTaken || outcome.kind === 'sending')}
          onChange={(entered) => {
            setTyped(true);
            draft.keep(entered);
            setShared(draft.isShared());
          }}
          onAnswer={(content) => void answer(content)}
        />
      )}
    </article>
  );
}

/** Draws who has taken a question, if anybody has. */
function TakenNote({ text }: { readonly text: string | undefined }): ReactNode {
  if (text === undefined) return null;
  return (
    <p className="note" role="status">
      {text}
    </p>
  );
}

/** Draws a prompt that the heading has no room for. */
function WholePrompt({ prompt }: { readonly prompt: string }): ReactNode {
  if (prompt.length <= MOST_OF_PROMPT) return null;
  return (
    <p className="prompt" dir="auto">
      {toVisibleText(prompt)}
    </p>
  );
}

/** Returns the reason for which an agent refuses an answer; `undefined` if it says none. */
function toRefusal(error: unknown): string | undefined {
  const { status = 0, message } = error instanceof PeopleClientError ? error : {};
  const isRefused = message !== undefined && status >= 400 && status < 500;
  return isRefused ? toVisibleText(message) : undefined;
}

function isClaimed(error: unknown): boolean {
  return error instanceof PeopleClientError && error.code === 'QUESTION_CLAIMED';
}

/** Reads a question again that a person has taken; returns the reason that counts after that. */
async function recheck(error: unknown, reread: () => Promise<void>): Promise<unknown> {
  try {
    await reread();
    return error;
  } catch (reason) {
    return reason;
  }
}

/** The most characters of a prompt in a heading, and in the list. */
const MOST_OF_PROMPT = 200;

/** Cuts a prompt to what a heading has room for, and makes its characters visible. */
export function cutPrompt(prompt: string): string {
  if (prompt.length <= MOST_OF_PROMPT) return toVisibleText(prompt);
  const cut = prompt.slice(0, MOST_OF_PROMPT - 1).replace(/[\uD800-\uDBFF]$/u, '');
  return `${toVisibleText(cut)}…`;
}

type QuestionFactsProps = Pick<QuestionCardProps, 'question' | 'names' | 'me'>;

/** Draws the line of facts about a question: who asks, since when, until when, who has taken it. */
export function QuestionFacts({ question, names, me }: QuestionFactsProps): ReactNode {
  const inboxTexts = useInboxTexts();
  const { language } = useTexts();
  const { isOwn, askedFor, askedAt, dueAt, isOverdue, escalatedTo, claimedBy } = question;
  const due = dueAt === undefined ? undefined : formatTime(Date.parse(dueAt), language);
  const toDue = question.answersItself === true ? inboxTexts.answersItself : inboxTexts.due;
  return (
    <p className="line facts">
      {isOverdue && (
        <span className="state" data-state="failed">
          <Icon name="alert" /> {inboxTexts.isOverdue}
        </span>
      )}
      {names.map((name) => (
        <span key={name} dir="auto">
          {name}
        </span>
      ))}
      {isOwn && <span>{inboxTexts.own}</span>}
      {!isOwn && askedFor !== undefined && (
        <span dir="auto">{inboxTexts.askedFor(toVisibleText(askedFor))}</span>
      )}
      <span>{inboxTexts.asked(formatTime(Date.parse(askedAt), language))}</span>
      {due !== undefined && <span>{isOverdue ? inboxTexts.overdue(due) : toDue(due)}</span>}
      {escalatedTo.length > 0 && (
        <span>{inboxTexts.escalated(escalatedTo.map(toName).join(', '))}</span>
      )}
      {claimedBy !== undefined && (
        <span>
          {claimedBy === me ? inboxTexts.takenByYou : inboxTexts.takenBy(toVisibleText(claimedBy))}
        </span>
      )}
    </p>
  );
}

function About({
  question: { about },
  skill,
}: {
  readonly question: QuestionView;
  readonly skill: DescribedSkill | undefined;
}): ReactNode {
  const inboxTexts = useInboxTexts();
  const messages = useFormMessages();
  const { settings } = useSettings();
  if (about === undefined || messages === undefined) return null;
  const schema = findShape(about, skill);
  return (
    <ResultView
      // JSON from the people door, which its client has parsed.
      data={about as Json}
      {...(schema && { schema })}
      title={inboxTexts.about}
      headingLevel={2}
      messages={messages}
      colorScheme={settings.scheme}
    />
  );
}

/**
 * Returns the first schema of a skill that knows every member of what a question is about, which is
 * often the input of the task: its titles say more than the names of members.
 */
function findShape(about: unknown, skill: DescribedSkill | undefined): JsonSchema | undefined {
  if (skill === undefined || !isRecord(about)) return undefined;
  const names = Object.keys(about);
  return [...skill.inputs, ...skill.outputs]
    .flatMap((entry) => (entry.kind === 'usable' ? [entry.schema] : []))
    .find(({ properties }) => names.every((name) => getOwn(properties, name) !== undefined));
}
