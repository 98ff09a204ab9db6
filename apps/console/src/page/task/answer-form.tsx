import {
  ARABIC,
  ENGLISH,
  GERMAN,
  type Json,
  ResultView,
  SkillForm,
  SPANISH,
} from '@formwork/react';
import { type FormEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import type { ConsoleChange, ConsoleData } from '../../api/console-api.ts';
import { ConsoleError, useClient } from '../client/console-client.ts';
import { useLanguage, useTexts } from '../texts/use-texts.ts';
import { Outcome } from './task-actions.tsx';
import '@formwork/react/theme.css';

/** Props of {@link AnswerForm}. */
export interface AnswerFormProps {
  readonly taskId: string;
  readonly question: NonNullable<ConsoleData['question']>;
  /** The people that the operator answers for; absent for the caller of the task. */
  readonly recipients: string | undefined;
  /** True if the task no longer waits on the question, so that what was typed can only be read. */
  readonly isOver: boolean;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

const MESSAGES = { en: ENGLISH, de: GERMAN, ar: ARABIC, es: SPANISH };

/** Draws the question of a task, and takes an answer for another person, with the reason. */
export function AnswerForm(props: AnswerFormProps): ReactNode {
  const { question, recipients, isOver, onClose } = props;
  const texts = useTexts();
  const messages = MESSAGES[useLanguage()];
  const answer = useOperatorAnswer(props);
  const { change, fault } = answer;
  const { prompt, form, about } = question;
  const close = (
    <button type="button" onClick={onClose}>
      {texts.actions.close}
    </button>
  );
  if (change?.outcome === 'answered') {
    return (
      <div className="answer">
        <div role="status">
          <Outcome change={change} />
        </div>
        {close}
      </div>
    );
  }
  return (
    <div className="answer">
      <h3>{texts.data.asksFor}</h3>
      <blockquote dir="auto">{prompt}</blockquote>
      {about !== undefined && (
        <ResultView
          // JSON from the API, which the client has parsed.
          data={about as Json}
          title={texts.data.about}
          headingLevel={4}
          messages={messages}
        />
      )}
      <div role="status">{isOver && <p className="warning">{texts.actions.over}</p>}</div>
      {isOver && close}
      <ReasonField answer={answer} isOver={isOver} required={messages.required} />
      {form === undefined ? (
        <TextAnswer answer={answer} recipients={recipients} isOver={isOver} />
      ) : (
        <SkillForm
          schema={form.schema}
          messages={messages}
          title=""
          headingLevel={4}
          submitLabel={texts.actions.answer(recipients)}
          readOnly={isOver}
          onSubmit={answer.send}
        />
      )}
      <div role="status">
        {fault !== undefined && <p className="warning">{fault}</p>}
        {change !== undefined && <Outcome change={change} />}
      </div>
    </div>
  );
}

/** The answer of an operator, with its reason, and the outcome of sending it. */
interface OperatorAnswer {
  /** The beginning of the ids of its fields. */
  readonly id: string;
  readonly reason: string;
  readonly setReason: (reason: string) => void;
  readonly reasonField: RefObject<HTMLInputElement | null>;
  /** The part without which nothing was sent. */
  readonly missing: 'reason' | 'answer' | undefined;
  readonly setMissing: (missing: 'reason' | 'answer' | undefined) => void;
  readonly change: ConsoleChange | undefined;
  readonly fault: string | undefined;
  readonly send: (value: Json) => Promise<void>;
}

function useOperatorAnswer({ taskId, question, onChange }: AnswerFormProps): OperatorAnswer {
  const client = useClient();
  const id = useId();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<'reason' | 'answer'>();
  const reasonField = useRef<HTMLInputElement>(null);
  const isSending = useRef(false);
  const [change, setChange] = useState<ConsoleChange>();
  const [fault, setFault] = useState<string>();
  return {
    id,
    reason,
    setReason,
    reasonField,
    missing,
    setMissing,
    change,
    fault,
    async send(value) {
      if (reason.trim() === '') {
        setMissing('reason');
        reasonField.current?.focus();
        return;
      }
      // A second answer would be refused because nothing waits for one, as if the first had not
      // counted.
      if (isSending.current) return;
      isSending.current = true;
      try {
        setFault(undefined);
        const path = `tasks/${encodeURIComponent(taskId)}/answer`;
        const order = { question: question.number, value, reason };
        setChange(await client.send<ConsoleChange>(path, order));
      } catch (error) {
        setFault(error instanceof ConsoleError ? error.message : String(error));
      }
      isSending.current = false;
      onChange();
    },
  };
}

/** Draws the field for the reason why an operator answers. */
function ReasonField({
  answer,
  isOver,
  required,
}: {
  readonly answer: OperatorAnswer;
  readonly isOver: boolean;
  /** The word for a field that must be filled in. */
  readonly required: string;
}): ReactNode {
  const texts = useTexts();
  const { id } = answer;
  const isMissing = answer.missing === 'reason';
  return (
    <>
      <label htmlFor={`${id}-reason`}>
        {texts.actions.reason} <span className="note">({required})</span>
      </label>
      <input
        ref={answer.reasonField}
        id={`${id}-reason`}
        type="text"
        required
        readOnly={isOver}
        maxLength={1000}
        value={answer.reason}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}-missing ${id}-help` : `${id}-help`}
        onChange={({ target }) => {
          answer.setReason(target.value);
          answer.setMissing(undefined);
        }}
      />
      {isMissing && (
        <p className="warning" id={`${id}-missing`}>
          {texts.actions.reasonMissing}
        </p>
      )}
      <p className="note" id={`${id}-help`}>
        {texts.actions.reasonHelp}
      </p>
    </>
  );
}

/** Draws the form for an answer in words. */
function TextAnswer({
  answer,
  recipients,
  isOver,
}: {
  readonly answer: OperatorAnswer;
  readonly recipients: string | undefined;
  readonly isOver: boolean;
}): ReactNode {
  const texts = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const { id } = answer;
  const isMissing = answer.missing === 'answer';

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() !== '') {
      void answer.send(text);
      return;
    }
    answer.setMissing('answer');
    field.current?.focus();
  }

  return (
    <form noValidate onSubmit={submit}>
      <label htmlFor={`${id}-text`}>{texts.task.answer}</label>
      <textarea
        ref={field}
        id={`${id}-text`}
        required
        readOnly={isOver}
        value={text}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}-missing` : undefined}
        onChange={({ target }) => {
          setText(target.value);
          answer.setMissing(undefined);
        }}
      />
      {isMissing && (
        <p className="warning" id={`${id}-missing`}>
          {texts.actions.answerMissing}
        </p>
      )}
      {!isOver && (
        <button type="submit" className="main">
          {texts.actions.answer(recipients)}
        </button>
      )}
    </form>
  );
}
