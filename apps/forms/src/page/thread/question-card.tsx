import type { Json } from '@formwork/core';
import { lazy, Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useSettings } from '../app/use-settings.ts';
import { useWorkspace } from '../app/workspace.ts';
import { DataSummary } from '../parts/data-summary.tsx';
import { Icon } from '../parts/icon.tsx';
import { useTexts } from '../texts/use-texts.ts';
import type { Turn, TurnEntry } from '../turns/turn.ts';

const AnswerForm = lazy(async () => ({
  default: (await import('../form/answer-form.tsx')).AnswerForm,
}));

interface QuestionCardProps {
  readonly entry: Extract<TurnEntry, { readonly kind: 'question' }>;
  readonly turn: Turn;
}

/** What the agent asks: a form if it sent one, else a place to write. Never tagged as an input. */
export function QuestionCard({ entry, turn }: QuestionCardProps): ReactNode {
  const texts = useTexts();
  const { settings } = useSettings();
  const { board, description } = useWorkspace();
  const { question, answer: given } = entry;
  const heading = useRef<HTMLHeadingElement>(null);
  const isOpen = given === undefined;
  useEffect(() => {
    // A question is what comes next: whoever waited here is led to it.
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement?.closest('.follow, h1') !== null;
    if (isOpen && isFree) heading.current?.focus();
  }, [isOpen]);
  const answer = (value: Json): void => board.answer(turn.run.id, value);
  return (
    <section className="card question" data-open={isOpen}>
      <div className="card-head">
        <h2 ref={heading} tabIndex={-1}>
          <Icon name="question" />
          {texts.question}
        </h2>
      </div>
      <p className="words" dir="auto">
        {isOpen && question.form === undefined ? question.text : question.prompt}
      </p>
      {!isOpen && (
        <>
          <h3>{texts.answered}</h3>
          <DataSummary data={given} schema={question.form?.schema} />
        </>
      )}
      {isOpen && question.refused.length > 0 && (
        <div className="note" data-kind="warning">
          <p>{texts.answerRefused}</p>
          <ul>
            {question.refused.map(({ pointer, message }) => (
              <li key={`${pointer} ${message}`}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      {isOpen && question.form === undefined && <TextAnswer onAnswer={answer} />}
      {isOpen && question.form !== undefined && (
        <Suspense fallback={<div className="skeleton" />}>
          <AnswerForm
            schema={question.form.schema}
            origin={description.origin}
            colorScheme={settings.scheme}
            onSubmit={answer}
          />
        </Suspense>
      )}
    </section>
  );
}

function TextAnswer({ onAnswer }: { readonly onAnswer: (answer: Json) => void }): ReactNode {
  const texts = useTexts();
  const id = useId();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  return (
    <form
      noValidate
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        setWrong(text.trim() === '');
        if (text.trim() !== '') onAnswer(text);
      }}
    >
      <label htmlFor={id}>{texts.answerLabel}</label>
      <div className="composer-row">
        <textarea
          id={id}
          rows={2}
          dir="auto"
          value={text}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-help`}
          onChange={({ target }) => setText(target.value)}
        />
        <button type="submit" className="main-button">
          {texts.answer}
        </button>
      </div>
      <p id={`${id}-help`} role="status" className="wrong">
        {isWrong ? texts.answerNeeded : ''}
      </p>
    </form>
  );
}
