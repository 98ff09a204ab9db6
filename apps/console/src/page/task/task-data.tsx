import { lazyPart } from '@formwork/react/internal';
import { indentJson } from '@formwork/schema/json';
import { type ReactNode, Suspense, useState } from 'react';
import type { ConsoleData, ConsoleTask } from '../../api/console-api.ts';
import { ConsoleError, useClient } from '../client/console-client.ts';
import { useFormat } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { nameAnswerers } from './question-words.ts';

/** The form of an answer; its code is loaded only when an operator answers. */
const AnswerForm = lazyPart(async () => (await import('./answer-form.tsx')).AnswerForm);

/**
 * Draws what was said in a task once the operator asks for it, and lets the operator answer for the
 * caller. All of it is drawn as text, because anybody may have written it.
 */
export function TaskData({
  value,
  data,
  setData,
  onChange,
}: {
  readonly value: ConsoleTask;
  /** The contents of the task; `undefined` until the operator asks for them. */
  readonly data: ConsoleData | undefined;
  readonly setData: (data: ConsoleData | undefined) => void;
  /** Called after an answer, so that the task is read again. */
  readonly onChange: () => void;
}): ReactNode {
  const texts = useTexts();
  const format = useFormat();
  const client = useClient();
  const [fault, setFault] = useState<string>();
  // The question that is answered stays when it is over, with what was typed.
  const [answered, setAnswered] = useState<ConsoleData['question']>();
  const { question } = value;
  const { taskId, seq } = value.task;
  const isOver = answered !== undefined && answered.number !== question?.number;

  async function show(): Promise<ConsoleData | undefined> {
    try {
      setFault(undefined);
      const path = `tasks/${encodeURIComponent(taskId)}/data`;
      const next = await client.send<ConsoleData>(path, {});
      setData(next);
      return next;
    } catch (error) {
      setFault(error instanceof ConsoleError ? error.message : String(error));
      return undefined;
    }
  }

  async function beginAnswer(number: number): Promise<void> {
    const shown = data?.question?.number === number ? data : await show();
    setAnswered(shown?.question);
  }

  return (
    <section>
      <h2>{texts.data.title}</h2>
      <p className="note">{texts.data.hidden}</p>
      <div className="buttons">
        {data === undefined ? (
          <button type="button" onClick={() => void show()}>
            <Icon name="eye" />
            {texts.data.show}
          </button>
        ) : (
          <button type="button" onClick={() => setData(undefined)}>
            {texts.data.hide}
          </button>
        )}
        {question !== undefined && (
          <button
            type="button"
            aria-expanded={answered?.number === question.number}
            onClick={() => void beginAnswer(question.number)}
          >
            <Icon name="answer" />
            {texts.actions.answer(nameAnswerers(question, { texts, format }))}
          </button>
        )}
      </div>
      <div role="status">{fault !== undefined && <p className="warning">{fault}</p>}</div>
      {answered !== undefined && (
        <Suspense fallback={<p className="note">{texts.loading}</p>}>
          <AnswerForm
            key={answered.number}
            recipients={question && nameAnswerers(question, { texts, format })}
            question={answered}
            onClose={() => setAnswered(undefined)}
            {...{ taskId, isOver, onChange }}
          />
        </Suspense>
      )}
      {data !== undefined && data.seq < seq && (
        <div className="buttons">
          <p className="note">{texts.data.stale}</p>
          <button type="button" onClick={() => void show()}>
            {texts.data.again}
          </button>
        </div>
      )}
      {data !== undefined && <Contents data={data} />}
    </section>
  );
}

function Contents({ data: { contents } }: { readonly data: ConsoleData }): ReactNode {
  const texts = useTexts();
  if (contents === undefined) return <p className="warning">{texts.data.noSchema}</p>;
  const parts: readonly (readonly [string, unknown])[] = [
    [texts.data.input, contents.input],
    [texts.data.artifacts, contents.artifacts],
    [texts.data.status, contents.statusMessage],
    [texts.data.history, contents.history],
    [texts.data.metadata, contents.metadata],
    [texts.data.log, contents.events],
  ];
  return (
    <>
      <p className="note">{texts.data.secrets}</p>
      {parts
        .filter(([, value]) => !isEmpty(value))
        .map(([name, value], index) => (
          <details key={name} open={index < 2}>
            <summary>{name}</summary>
            <pre tabIndex={0} role="region" aria-label={name} dir="auto">
              {typeof value === 'string' ? value : indentJson(value)}
            </pre>
          </details>
        ))}
    </>
  );
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
