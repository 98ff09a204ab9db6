import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { ConsoleData } from '../../api/console-api.ts';
import { ConsoleError, useClient } from '../client/console-client.ts';
import { Icon } from '../parts/icon.tsx';
import { useTexts } from '../texts/use-texts.ts';

/** The form of an answer; its code is loaded only when somebody answers. */
const AnswerForm = lazy(async () => ({
  default: (await import('./answer-form.tsx')).AnswerForm,
}));

/** Props of {@link TaskData}. */
export interface TaskDataProps {
  readonly taskId: string;
  readonly hasQuestion: boolean;
  /** Called after an answer, so that the task is read again. */
  readonly onChange: () => void;
}

/**
 * Draws what was said in a task once the operator asks for it, and lets the operator answer for the
 * caller. All of it is drawn as text, because anybody may have written it.
 */
export function TaskData({ taskId, hasQuestion, onChange }: TaskDataProps): ReactNode {
  const texts = useTexts();
  const client = useClient();
  const [data, setData] = useState<ConsoleData>();
  const [fault, setFault] = useState<string>();
  const [isAnswering, setAnswering] = useState(false);

  async function show(): Promise<void> {
    try {
      setFault(undefined);
      setData(await client.send<ConsoleData>(`tasks/${encodeURIComponent(taskId)}/data`, {}));
    } catch (error) {
      setFault(error instanceof ConsoleError ? error.message : String(error));
    }
  }

  const question = data?.question;
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
        {hasQuestion && (
          <button
            type="button"
            aria-expanded={isAnswering && data !== undefined}
            onClick={() => {
              setAnswering(true);
              if (data === undefined) void show();
            }}
          >
            <Icon name="answer" />
            {texts.actions.answer}
          </button>
        )}
      </div>
      <div role="status">{fault !== undefined && <p className="warning">{fault}</p>}</div>
      {isAnswering && hasQuestion && question !== undefined && (
        <Suspense fallback={<p className="note">{texts.loading}</p>}>
          <AnswerForm key={question.number} {...{ taskId, question, onChange }} />
        </Suspense>
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
        .map(([name, value], place) => (
          <details key={name} open={place < 2}>
            <summary>{name}</summary>
            <pre tabIndex={0} role="region" aria-label={name} dir="auto">
              {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
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
