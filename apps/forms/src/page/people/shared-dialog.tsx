import type { SourceFile } from '@formwork/client';
import type { ResultPart, SharedTask } from '@formwork/people/client';
import { ResultView, toVisibleText } from '@formwork/react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useFormMessages } from '../form/use-form-messages.ts';
import { readJson } from '../history/draft.ts';
import { DataSummary } from '../parts/data-summary.tsx';
import { RunStateLabel } from '../parts/run-state.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { useSettings } from '../workspace/use-settings.ts';
import { findSkill, useWorkspace } from '../workspace/workspace.ts';
import { toRunState, toTaskTitle } from './from-task.ts';
import { usePeopleTexts } from './people-texts.ts';

/** Draws a task that another person shows: what was sent, and what came of it. */
export function SharedDialog({
  shown,
  onClose,
}: {
  /** The task; `gone` if it is no longer shared, and `failed` if that could not be found out. */
  readonly shown: SharedTask | 'gone' | 'failed';
  readonly onClose: () => void;
}): ReactNode {
  const texts = useTexts();
  const peopleTexts = usePeopleTexts();
  const { description } = useWorkspace();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const task = typeof shown === 'string' ? undefined : shown.task;
  const why = shown === 'gone' ? peopleTexts.gone : peopleTexts.sharedFailed;
  const title = task === undefined ? why : toTaskTitle(task, description);
  // The area of the history is hidden in a narrow window, and what is in it as well.
  return createPortal(
    <dialog ref={dialog} className="shared-task" aria-labelledby={id} onClose={onClose}>
      <h2 id={id} dir="auto">
        {title}
      </h2>
      {typeof shown !== 'string' && <SharedBody shown={shown} />}
      <div className="tools">
        {task !== undefined && (
          <button type="button" onClick={() => window.print()}>
            {peopleTexts.print}
          </button>
        )}
        <button type="button" onClick={() => dialog.current?.close()}>
          {texts.close}
        </button>
      </div>
    </dialog>,
    document.body,
  );
}

function SharedBody({ shown: { share, task } }: { readonly shown: SharedTask }): ReactNode {
  const peopleTexts = usePeopleTexts();
  const { description } = useWorkspace();
  const { sharedBy } = share;
  const skill = findSkill(description, task.skill);
  const { input } = task;
  const name = input.kind === 'data' ? input.schema : '';
  const schema = skill?.inputs.find((candidate) => candidate.name === name);
  const data = input.kind === 'data' ? readJson(input.data) : input.text;
  return (
    <>
      <p className="help">
        <RunStateLabel state={toRunState(task)} />{' '}
        {sharedBy !== undefined && peopleTexts.sharedBy(toVisibleText(sharedBy))}
      </p>
      {data !== undefined && (
        <section>
          <h3>{peopleTexts.sent}</h3>
          <DataSummary data={data} schema={schema?.kind === 'usable' ? schema.schema : undefined} />
        </section>
      )}
      <section>
        <h3>{peopleTexts.result}</h3>
        {task.message !== undefined && <p dir="auto">{toVisibleText(task.message)}</p>}
        {task.result.length === 0 && task.message === undefined && <p>{peopleTexts.noResult}</p>}
        {task.result.map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts have no ids and keep their places
          <PartView key={index} part={part} skillId={task.skill} />
        ))}
      </section>
    </>
  );
}

function PartView({
  part,
  skillId,
}: {
  readonly part: ResultPart;
  readonly skillId: string | undefined;
}): ReactNode {
  const { description } = useWorkspace();
  const { settings } = useSettings();
  const messages = useFormMessages();
  if (messages === undefined) return null;
  const common = { messages, title: '', headingLevel: 4, colorScheme: settings.scheme } as const;
  switch (part.kind) {
    case 'text':
      return <ResultView {...common} text={part.text} />;
    case 'data': {
      const data = readJson(part.data);
      const outputs = findSkill(description, skillId)?.outputs ?? [];
      const schema = outputs.find(({ name }) => name === part.schema);
      return (
        <ResultView
          {...common}
          {...(data !== undefined && { data })}
          {...(schema?.kind === 'usable' && { schema: schema.schema })}
        />
      );
    }
    case 'file': {
      const { name, mediaType, bytes, url } = part;
      const file: SourceFile =
        bytes === undefined
          ? { kind: 'url', name, mediaType, url: url ?? '' }
          : { kind: 'bytes', name, mediaType, base64: bytes };
      return <ResultView {...common} files={[file]} />;
    }
  }
}
