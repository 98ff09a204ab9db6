import type { QuestionView } from '@formwork/people/client';
import { type Json, SkillForm } from '@formwork/react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useFormMessages } from '../form/use-form-messages.ts';
import { useSettings } from '../workspace/use-settings.ts';
import { useInboxTexts } from './inbox-texts.ts';

/** The content of an answer: data for a form, or text. */
export type AnswerContent = { readonly data: Json } | { readonly text: string };

interface QuestionFormProps {
  readonly question: QuestionView;
  /** The answer that the person began to enter earlier; `undefined` for none. */
  readonly begun: Json | undefined;
  /** True once the question no longer waits, so that what was entered can only be read. */
  readonly isOver: boolean;
  /** True while an answer is on its way, or another person has the question. */
  readonly isDisabled: boolean;
  /** Called after every change with what is entered. */
  readonly onChange: (entered: Json | undefined) => void;
  readonly onAnswer: (content: AnswerContent) => void;
}

/** Draws the fields for the answer to a question: its form, or a box for text. */
export function QuestionForm(props: QuestionFormProps): ReactNode {
  const { question, begun, isOver, isDisabled, onChange, onAnswer } = props;
  const inboxTexts = useInboxTexts();
  const messages = useFormMessages();
  const { settings } = useSettings();
  const { url, isFormRefused } = question;
  // The same form, read again, must not begin anew.
  const [form] = useState(question.form);
  if (isFormRefused) return <p className="note">{inboxTexts.formRefused}</p>;
  if (messages === undefined) return <div className="skeleton" />;
  return (
    <>
      {url !== undefined && !isOver && (
        <p>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {inboxTexts.signInFirst}
          </a>{' '}
          <span className="help" dir="ltr">
            {new URL(url).host}
          </span>
        </p>
      )}
      <fieldset className="bare" disabled={isDisabled}>
        {form === undefined ? (
          <TextAnswer {...{ begun, isOver, onChange, onAnswer }} />
        ) : (
          <SkillForm
            schema={form.schema}
            title=""
            submitLabel={inboxTexts.answer}
            messages={messages}
            colorScheme={settings.scheme}
            readOnly={isOver}
            {...(begun !== undefined && { initialData: begun })}
            onChange={onChange}
            onSubmit={(data) => onAnswer({ data })}
          />
        )}
      </fieldset>
    </>
  );
}

type TextAnswerProps = Pick<QuestionFormProps, 'begun' | 'isOver' | 'onChange' | 'onAnswer'>;

function TextAnswer({ begun, isOver, onChange, onAnswer }: TextAnswerProps): ReactNode {
  const inboxTexts = useInboxTexts();
  const [text, setText] = useState(typeof begun === 'string' ? begun : '');
  const [isMissing, setMissing] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onAnswer({ text });
        else {
          setMissing(true);
          box.current?.focus();
        }
      }}
    >
      <label htmlFor={id}>{inboxTexts.yourAnswer}</label>
      <textarea
        ref={box}
        id={id}
        rows={3}
        dir="auto"
        readOnly={isOver}
        value={text}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}-error` : undefined}
        onChange={({ target }) => {
          setText(target.value);
          onChange(target.value);
          setMissing(false);
        }}
      />
      {isMissing && (
        <p className="error" id={`${id}-error`}>
          {inboxTexts.answerMissing}
        </p>
      )}
      {!isOver && (
        <button type="submit" className="main-button">
          {inboxTexts.answer}
        </button>
      )}
    </form>
  );
}
