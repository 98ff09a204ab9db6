import type { Json, JsonSchema } from '@formwork/schema';
import {
  createElement,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { EntryState } from '../agent/thread-entry.ts';
import { lazyPart } from '../loading/code-loader.ts';
import type { Messages } from '../messages/messages.ts';
import { findFocused } from '../text/shadow-root.ts';
import { toVisibleText } from '../text/visible-text.ts';
import { toProblemSentences } from './problem-sentences.ts';
import { toAdvice } from './to-state-name.ts';

/**
 * The form for an answer; its code is loaded only when a task asks for structured input. It draws
 * again only when its properties change.
 */
const SkillForm = lazyPart(async () => memo((await import('../form/skill-form.tsx')).SkillForm));

/** Draws the question of a task: a form if it has a schema, else a box for text. */
export function TaskQuestion(props: {
  readonly state: Extract<EntryState, { readonly kind: 'asking' }>;
  readonly messages: Messages;
  readonly colorScheme: 'light' | 'dark' | 'system';
  /** The level of the question's heading, such as 4 for an `h4`. */
  readonly headingLevel: number;
  /** The answer that the person began to enter earlier; `undefined` for none. */
  readonly begun: Json | undefined;
  readonly onAnswer: (answer: Json) => void;
  readonly onChange: ((entered: Json | undefined) => void) | undefined;
  readonly renderSignIn: ((again: () => void) => ReactNode) | undefined;
}): ReactNode {
  const { state, messages, colorScheme, headingLevel, onAnswer, onChange, renderSignIn } = props;
  const { question, isAgain = false, refusal, unsure } = state;
  // What was entered after an answer was sent is newer. Later, only the form changes it.
  const [begun] = useState(props.begun ?? (refusal === undefined ? unsure : refusal.answer));
  const { form, refused } = question;
  const prompt = toVisibleText(question.prompt);
  const text = toVisibleText(question.text);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const furtherText =
    text === prompt ? '' : text.startsWith(prompt) ? text.slice(prompt.length) : text;
  const latest = useRef({ onAnswer, onChange });
  useEffect(() => {
    latest.current = { onAnswer, onChange };
  });
  const submit = useCallback((answer: Json) => latest.current.onAnswer(answer), []);
  const change = useCallback((entered: Json | undefined) => latest.current.onChange?.(entered), []);
  useEffect(() => {
    if (heading.current !== null && isFree(heading.current)) heading.current.focus();
  }, [question]);
  return (
    <div role="group" className="fw-task-question" aria-labelledby={id}>
      {createElement(
        `h${headingLevel}`,
        { ref: heading, id, tabIndex: -1, className: 'fw-task-prompt' },
        prompt.trim() === '' ? messages.task.question : prompt,
      )}
      {refusal !== undefined && (
        <RefusedAnswer
          refusal={refusal}
          schema={form?.schema}
          messages={messages}
          renderSignIn={() => renderSignIn?.(() => onAnswer(refusal.answer))}
        />
      )}
      {refusal === undefined && unsure !== undefined && (
        <p className="fw-help" role="status">
          {messages.task.answerUnsure}
        </p>
      )}
      {refused.length > 0 && (
        <div className="fw-task-refused">
          <p>{messages.task.formRefused}</p>
          <Sentences sentences={refused.slice(0, 5).map(messages.refused)} otherwise="" />
        </div>
      )}
      {furtherText.trim() !== '' && (form === undefined || isAgain) && (
        <p className="fw-task-said">{furtherText.trim()}</p>
      )}
      {form === undefined ? (
        <TextAnswer
          label={refused.length > 0 ? messages.task.answerAsJson : messages.task.yourAnswer}
          initialText={typeof begun === 'string' ? begun : ''}
          describedBy={id}
          isJson={refused.length > 0}
          messages={messages}
          onAnswer={onAnswer}
          onChange={change}
        />
      ) : (
        <Suspense fallback={<p className="fw-help">{messages.task.waitingForForm}</p>}>
          <SkillForm
            schema={form.schema}
            {...(begun !== undefined && { initialData: begun })}
            title=""
            submitLabel={messages.task.answer}
            messages={messages}
            colorScheme={colorScheme}
            onChange={change}
            onSubmit={submit}
          />
        </Suspense>
      )}
      {furtherText.trim() !== '' && form !== undefined && !isAgain && (
        <details className="fw-task-more">
          <summary>{messages.task.agentWrote}</summary>
          <p className="fw-task-said">{text}</p>
        </details>
      )}
    </div>
  );
}

/** Draws why an answer was refused, and the way to sign in if that is what it lacks. */
function RefusedAnswer({
  refusal,
  schema,
  messages,
  renderSignIn,
}: {
  readonly refusal: NonNullable<Extract<EntryState, { readonly kind: 'asking' }>['refusal']>;
  readonly schema: JsonSchema | undefined;
  readonly messages: Messages;
  readonly renderSignIn: () => ReactNode;
}): ReactNode {
  const { failure, answer: data } = refusal;
  const advice = toAdvice(failure);
  return (
    <div className="fw-summary" role="alert">
      <p className="fw-error">{messages.task.answerRefused}</p>
      <Sentences
        sentences={toProblemSentences(failure.problems, { data, schema, messages })}
        otherwise={messages.task.advice[advice]}
      />
      {advice === 'sign-in' && renderSignIn()}
    </div>
  );
}

/** Draws sentences as a list; without any, draws the text `otherwise` as a paragraph. */
export function Sentences({
  sentences,
  otherwise,
}: {
  readonly sentences: readonly string[];
  readonly otherwise: string;
}): ReactNode {
  if (sentences.length === 0) return otherwise === '' ? null : <p>{otherwise}</p>;
  return (
    <ul>
      {[...new Set(sentences)].map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

/** True unless the person is typing at another place, so that a question may take the focus. */
function isFree(heading: HTMLElement): boolean {
  // If this page is a frame within another page, it does not take the focus from that page.
  if (window.parent !== window && !document.hasFocus()) return false;
  const activeElement = findFocused();
  if (!(activeElement instanceof HTMLElement)) return true;
  // The fields for credentials, after a refusal.
  if (activeElement.closest('.fw-summary') !== null) return false;
  if (heading.closest('.fw-task')?.contains(activeElement) === true) return true;
  return !activeElement.isContentEditable && !activeElement.matches('input, textarea, select');
}

/** Draws the box for an answer that is a text. */
function TextAnswer(props: {
  readonly label: string;
  readonly initialText: string;
  /** The ids of the elements that describe the field, separated by spaces. */
  readonly describedBy: string;
  readonly isJson: boolean;
  readonly messages: Messages;
  readonly onAnswer: (answer: string) => void;
  readonly onChange: (entered: string | undefined) => void;
}): ReactNode {
  const { label, initialText, describedBy, isJson, messages, onAnswer, onChange } = props;
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
            onChange(target.value === '' ? undefined : target.value);
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
