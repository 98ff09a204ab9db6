import {
  ARABIC,
  ENGLISH,
  GERMAN,
  type Json,
  type Messages,
  ResultView,
  SkillForm,
} from '@formwork/react';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { ConsoleChange, ConsoleData } from '../../api/console-api.ts';
import { ConsoleError, useClient } from '../client/console-client.ts';
import type { Language } from '@formwork/react/internal';
import { useLanguage, useTexts } from '../texts/use-texts.ts';
import { Outcome } from './task-actions.tsx';
import '@formwork/react/theme.css';

/** Props of {@link AnswerForm}. */
export interface AnswerFormProps {
  readonly taskId: string;
  readonly question: NonNullable<ConsoleData['question']>;
  /** Those for whom the operator answers; absent for the caller of the task. */
  readonly whom: string | undefined;
  /** True if the task no longer waits on the question, so that what was typed can only be read. */
  readonly isOver: boolean;
  readonly onChange: () => void;
  readonly onClose: () => void;
}

const MESSAGES: Readonly<Record<Language, Messages>> = { en: ENGLISH, de: GERMAN, ar: ARABIC };

/** Draws the question of a task, and takes an answer for somebody else, with the reason. */
export function AnswerForm(props: AnswerFormProps): ReactNode {
  const { taskId, question, whom, isOver, onChange, onClose } = props;
  const texts = useTexts();
  const language = useLanguage();
  const client = useClient();
  const id = useId();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState<'reason' | 'answer'>();
  const reasonField = useRef<HTMLInputElement>(null);
  const answerField = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const isSending = useRef(false);
  const [change, setChange] = useState<ConsoleChange>();
  const [fault, setFault] = useState<string>();
  const { number, prompt, form, about } = question;

  async function answer(value: Json): Promise<void> {
    if (reason.trim() === '') {
      setMissing('reason');
      reasonField.current?.focus();
      return;
    }
    // A second answer would be told that nothing waits for one, as if the first had not counted.
    if (isSending.current) return;
    isSending.current = true;
    try {
      setFault(undefined);
      const path = `tasks/${encodeURIComponent(taskId)}/answer`;
      setChange(await client.send<ConsoleChange>(path, { question: number, value, reason }));
    } catch (error) {
      setFault(error instanceof ConsoleError ? error.message : String(error));
    }
    isSending.current = false;
    onChange();
  }

  function answerText(event: FormEvent): void {
    event.preventDefault();
    if (text.trim() !== '') {
      void answer(text);
      return;
    }
    setMissing('answer');
    answerField.current?.focus();
  }

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
          messages={MESSAGES[language]}
        />
      )}
      <div role="status">{isOver && <p className="warning">{texts.actions.over}</p>}</div>
      {isOver && close}
      <label htmlFor={`${id}-reason`}>
        {texts.actions.reason} <span className="note">({MESSAGES[language].required})</span>
      </label>
      <input
        ref={reasonField}
        id={`${id}-reason`}
        type="text"
        required
        readOnly={isOver}
        maxLength={1000}
        value={reason}
        aria-invalid={missing === 'reason' || undefined}
        aria-describedby={missing === 'reason' ? `${id}-missing ${id}-help` : `${id}-help`}
        onChange={({ target }) => {
          setReason(target.value);
          setMissing(undefined);
        }}
      />
      {missing === 'reason' && (
        <p className="warning" id={`${id}-missing`}>
          {texts.actions.reasonMissing}
        </p>
      )}
      <p className="note" id={`${id}-help`}>
        {texts.actions.reasonHelp}
      </p>
      {form === undefined ? (
        <form noValidate onSubmit={answerText}>
          <label htmlFor={`${id}-text`}>{texts.task.answer}</label>
          <textarea
            ref={answerField}
            id={`${id}-text`}
            required
            readOnly={isOver}
            value={text}
            aria-invalid={missing === 'answer' || undefined}
            aria-describedby={missing === 'answer' ? `${id}-missing` : undefined}
            onChange={({ target }) => {
              setText(target.value);
              setMissing(undefined);
            }}
          />
          {missing === 'answer' && (
            <p className="warning" id={`${id}-missing`}>
              {texts.actions.answerMissing}
            </p>
          )}
          {!isOver && (
            <button type="submit" className="main">
              {texts.actions.answer(whom)}
            </button>
          )}
        </form>
      ) : (
        <SkillForm
          schema={form.schema}
          messages={MESSAGES[language]}
          title=""
          headingLevel={4}
          submitLabel={texts.actions.answer(whom)}
          readOnly={isOver}
          onSubmit={answer}
        />
      )}
      <div role="status">
        {fault !== undefined && <p className="warning">{fault}</p>}
        {change !== undefined && <Outcome change={change} />}
      </div>
    </div>
  );
}
