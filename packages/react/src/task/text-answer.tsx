import { useId, useRef, useState, type ReactNode } from 'react';
import type { Messages } from '../messages/messages.ts';

interface TextAnswerProps {
  readonly label: string;
  readonly initialText: string;
  /** Ids of what describes the field. */
  readonly describedBy: string;
  readonly isJson: boolean;
  readonly messages: Messages;
  readonly onAnswer: (answer: string) => void;
}

/** A box for an answer in words. */
export function TextAnswer(props: TextAnswerProps): ReactNode {
  const { label, initialText, describedBy, isJson, messages, onAnswer } = props;
  const [text, setText] = useState(initialText);
  const [isMissing, setMissing] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  function submit(): void {
    if (text.trim() === '') {
      setMissing(true);
      box.current?.focus();
      return;
    }
    onAnswer(text);
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="fw-field">
        <label className="fw-label" htmlFor={id}>
          {label}
        </label>
        <textarea
          ref={box}
          id={id}
          className={isJson ? 'fw-input fw-json' : 'fw-input'}
          rows={isJson ? 5 : 2}
          value={text}
          dir={isJson ? 'ltr' : 'auto'}
          spellCheck={!isJson}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? `${describedBy} ${id}-error` : describedBy}
          onChange={({ target }) => {
            setText(target.value);
            setMissing(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            submit();
          }}
        />
        {isMissing && (
          <p className="fw-error" id={`${id}-error`}>
            {messages.task.answerMissing}
          </p>
        )}
      </div>
      <button type="submit" className="fw-button fw-primary">
        {messages.task.answer}
      </button>
    </form>
  );
}
