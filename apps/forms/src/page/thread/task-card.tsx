import { TaskView, type ThreadEntry } from '@formwork/react';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useSettings } from '../app/use-settings.ts';
import { findSkill, useWorkspace } from '../app/workspace.ts';
import { useFormMessages } from '../form/use-form-messages.ts';
import { fromEntry } from '../history/from-entry.ts';
import { formatTime } from '../parts/format-time.ts';
import { useTexts } from '../texts/use-texts.ts';
import { TurnTools } from './turn-tools.tsx';

/** Few tasks are refused. */
const AccessFields = lazy(async () => ({
  default: (await import('../credentials/access-fields.tsx')).AccessFields,
}));

/** Milliseconds after which it is said that nobody has to wait here. */
const LONG = 10_000;

/** One task of the thread, with what can be done when it has ended. */
export function TaskCard({ entry }: { readonly entry: ThreadEntry }): ReactNode {
  const texts = useTexts();
  const messages = useFormMessages();
  const { settings } = useSettings();
  const { agent, board, description, runs } = useWorkspace();
  const { id, sent, state } = entry;
  const skillId = sent.skillId ?? '';
  const skill = findSkill(description, skillId);
  const known = runs.find((run) => run.id === id);
  const isOver = state.kind === 'done' || state.kind === 'ended' || state.kind === 'failed';
  const isWorking = state.kind === 'working' || state.kind === 'sending';
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = isWorking ? setTimeout(() => setLong(true), LONG) : undefined;
    return () => clearTimeout(timer);
  }, [isWorking]);
  if (messages === undefined) return null;
  const fingerprint = known?.input.kind === 'input' ? known.input.fingerprint : '';
  const skillName = skill?.name ?? description.name;
  const files = known?.input.files;
  const run = fromEntry(entry, { skillId, skillName, fingerprint, files });
  return (
    <>
      <h2 className="said-only">
        {skillName}, {formatTime(entry.sentAt, texts.language)}
      </h2>
      <TaskView
        entry={entry}
        title=""
        headingLevel={2}
        messages={messages}
        colorScheme={settings.scheme}
        onAnswer={(answer) => board?.answer(id, answer)}
        onProceed={() => board?.proceed(id)}
        onCancel={() => board?.cancel(id)}
        onRetry={() => board?.retry(id)}
        renderSignIn={(again) => (
          <Suspense>
            <AccessFields
              agent={agent}
              origin={description.origin}
              credentials={description.credentials}
              submitLabel={texts.signInAgain}
              isMain
              onUse={again}
            />
          </Suspense>
        )}
        {...(skill !== undefined && { skill })}
        {...(isOver && { actions: <TurnTools run={run} others={runs.length - 1} /> })}
      />
      {isWorking && isLong && <p className="help">{texts.workingLong}</p>}
    </>
  );
}
