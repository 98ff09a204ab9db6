import { type QuestionAnswer, type QuestionView, PeopleClientError } from '@formwork/people/client';
import { type Json, ResultView, toVisibleText } from '@formwork/react';
import { createId } from '@formwork/react/internal';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormMessages } from '../form/use-form-messages.ts';
import { formatTime } from '../parts/format-time.ts';
import { Icon } from '../parts/work-icon.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { useSettings } from '../workspace/use-settings.ts';
import { type InboxTexts, useInboxTexts } from './inbox-texts.ts';
import { type AnswerContent, QuestionForm } from './question-form.tsx';
import '@formwork/react/result.css';
import './inbox.css';

/** The state of a person's answer. */
type Sending =
  | { readonly kind: 'open' | 'sending' | 'answered' | 'too-late' | 'failed' }
  | { readonly kind: 'refused'; readonly message: string };

interface QuestionCardProps {
  readonly question: QuestionView;
  /** The names that say where the question is from, such as that of the skill. */
  readonly names: readonly string[];
  /** The id of the person at the agent; `undefined` until it is known. */
  readonly me: string | undefined;
  readonly send: (answer: QuestionAnswer) => Promise<void>;
  readonly onAnswered?: () => void;
  /** Other actions on the question, such as taking it. */
  readonly actions?: ReactNode;
  /** The content that follows an answer, such as a link to the next question. */
  readonly after?: ReactNode;
}

/** Draws a question with what it is about and the fields for the answer, and sends the answer. */
export function QuestionCard(props: QuestionCardProps): ReactNode {
  const { question, names, me, send, onAnswered, actions, after } = props;
  const own = useInboxTexts();
  const [sending, setSending] = useState<Sending>({ kind: 'open' });
  const [messageId] = useState(createId);
  const isTaken = question.claimedBy !== undefined && question.claimedBy !== me;

  async function answer(content: AnswerContent): Promise<void> {
    setSending({ kind: 'sending' });
    try {
      await send({ question: question.question, messageId, ...content });
      setSending({ kind: 'answered' });
      onAnswered?.();
    } catch (error) {
      setSending(toSending(error));
    }
  }

  return (
    <article className="question">
      <h1 tabIndex={-1} dir="auto">
        {toVisibleText(question.prompt)}
      </h1>
      <QuestionFacts question={question} names={names} me={me} />
      <Outcome sending={sending} own={own} />
      {sending.kind === 'answered' || sending.kind === 'too-late' ? (
        after
      ) : (
        <>
          {actions}
          <About question={question} />
          {isTaken ? (
            <p className="note">{own.taken(toVisibleText(question.claimedBy ?? ''))}</p>
          ) : (
            <QuestionForm
              question={question}
              isSending={sending.kind === 'sending'}
              onAnswer={(content) => void answer(content)}
            />
          )}
        </>
      )}
    </article>
  );
}

function toSending(error: unknown): Sending {
  if (!(error instanceof PeopleClientError)) return { kind: 'failed' };
  const { code, message } = error;
  if (code === 'NOT_FOUND' || code === 'QUESTION_CLAIMED') return { kind: 'too-late' };
  return code === 'UNREACHABLE' || code === 'INTERNAL'
    ? { kind: 'failed' }
    : { kind: 'refused', message };
}

/** Draws what became of the answer; it takes the focus, because the form is gone or has failed. */
function Outcome({
  sending,
  own,
}: {
  readonly sending: Sending;
  readonly own: InboxTexts;
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const { kind } = sending;
  useEffect(() => {
    if (kind !== 'open' && kind !== 'sending') place.current?.focus();
  }, [kind]);
  if (kind === 'open' || kind === 'sending') return null;
  const isGood = kind === 'answered';
  return (
    <div
      ref={place}
      tabIndex={-1}
      className="note"
      role={isGood ? 'status' : 'alert'}
      {...(!isGood && { 'data-kind': 'danger' })}
    >
      {isGood && (
        <p>
          <strong>
            <Icon name="check" /> {own.answered}
          </strong>
        </p>
      )}
      <p>
        {kind === 'answered' && own.answeredHelp}
        {kind === 'too-late' && own.tooLate}
        {kind === 'failed' && own.notSent}
        {kind === 'refused' && toVisibleText(sending.message)}
      </p>
    </div>
  );
}

type QuestionFactsProps = Pick<QuestionCardProps, 'question' | 'names' | 'me'>;

/** Draws the line of facts about a question: who asks, since when, until when, who has taken it. */
export function QuestionFacts({ question, names, me }: QuestionFactsProps): ReactNode {
  const own = useInboxTexts();
  const { language } = useTexts();
  const { isOwn, askedFor, askedAt, dueAt, isOverdue, escalatedTo, claimedBy } = question;
  const due = dueAt === undefined ? undefined : formatTime(Date.parse(dueAt), language);
  return (
    <p className="line facts">
      {isOverdue && (
        <span className="state" data-state="failed">
          <Icon name="alert" /> {own.isOverdue}
        </span>
      )}
      {names.map((name) => (
        <span key={name} dir="auto">
          {name}
        </span>
      ))}
      {isOwn && <span>{own.own}</span>}
      {!isOwn && askedFor !== undefined && (
        <span dir="auto">{own.askedFor(toVisibleText(askedFor))}</span>
      )}
      <span>{own.asked(formatTime(Date.parse(askedAt), language))}</span>
      {due !== undefined && <span>{isOverdue ? own.overdue(due) : own.due(due)}</span>}
      {escalatedTo.length > 0 && <span>{own.escalated(escalatedTo.map(toName).join(', '))}</span>}
      {claimedBy !== undefined && (
        <span>{claimedBy === me ? own.takenByYou : own.takenBy(toVisibleText(claimedBy))}</span>
      )}
    </p>
  );
}

/** Returns the name in an address such as `role:manager`. */
function toName(address: string): string {
  return toVisibleText(address.slice(address.indexOf(':') + 1));
}

function About({ question }: { readonly question: QuestionView }): ReactNode {
  const own = useInboxTexts();
  const messages = useFormMessages();
  const { settings } = useSettings();
  if (question.about === undefined || messages === undefined) return null;
  return (
    <ResultView
      // JSON from the people door, which its client has parsed.
      data={question.about as Json}
      title={own.about}
      headingLevel={2}
      messages={messages}
      colorScheme={settings.scheme}
    />
  );
}
