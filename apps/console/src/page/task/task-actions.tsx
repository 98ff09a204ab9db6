import { type ReactNode, useState } from 'react';
import type { ConsoleChange, TaskSummary } from '../../api/console-api.ts';
import { ConsoleError, useClient } from '../client/console-client.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { toShownState } from '../parts/state-label.tsx';
import { writeRoute } from '../route/route.ts';
import { useTexts } from '../texts/use-texts.ts';

/** An action that is asked about before it is done. */
type Action = 'retry' | 'retry-from-start' | 'cancel' | 'force-cancel' | 'delete';

/** Draws what an operator can do to a task, and what came of it. */
export function TaskActions({
  task,
  onChange,
}: {
  readonly task: TaskSummary;
  /** Called after a change, so that the task is read again. */
  readonly onChange: () => void;
}): ReactNode {
  const texts = useTexts();
  const client = useClient();
  const [openAction, setOpenAction] = useState<Action>();
  const [change, setChange] = useState<ConsoleChange>();
  const [fault, setFault] = useState<string>();
  const offered = listActions(task);
  const labels: Readonly<Record<Action, string>> = {
    retry: toShownState(task) === 'resting' ? texts.actions.wake : texts.actions.retry,
    'retry-from-start': texts.actions.retryFromStart,
    cancel: texts.actions.cancel,
    'force-cancel': texts.actions.force,
    delete: texts.actions.remove,
  };

  async function make(action: Action, reason: string): Promise<void> {
    try {
      const path = `tasks/${encodeURIComponent(task.taskId)}/${action}`;
      setFault(undefined);
      setChange(await client.send<ConsoleChange>(path, { reason }));
    } catch (error) {
      setFault(error instanceof ConsoleError ? error.message : String(error));
    }
    onChange();
  }

  return (
    <section aria-label={texts.actions.title}>
      <div className="buttons">
        {offered.map((action) => (
          <button
            type="button"
            key={action}
            {...(action === 'delete' && { className: 'danger' })}
            onClick={() => setOpenAction(action)}
          >
            <Icon name={ICONS[action]} />
            {labels[action]}
          </button>
        ))}
      </div>
      <div role="status">
        {fault !== undefined && <p className="warning">{fault}</p>}
        {change !== undefined && <Outcome change={change} />}
      </div>
      {openAction !== undefined && (
        <ConfirmDialog
          question={texts.actions.ask[openAction]}
          action={labels[openAction]}
          isFinal={openAction === 'delete'}
          onConfirm={(reason) => void make(openAction, reason)}
          onClose={() => setOpenAction(undefined)}
        />
      )}
    </section>
  );
}

const ICONS: Readonly<Record<Action, IconName>> = {
  retry: 'repeat',
  'retry-from-start': 'repeat',
  cancel: 'stop',
  'force-cancel': 'stop',
  delete: 'trash',
};

/** Lists the actions that can change a task in its state. */
function listActions(task: TaskSummary): readonly Action[] {
  switch (toShownState(task)) {
    case 'completed':
      return ['delete'];
    case 'failed':
    case 'canceled':
    case 'rejected':
      return ['retry', 'retry-from-start', 'delete'];
    case 'resting':
      return ['retry', 'cancel', 'delete'];
    case 'running':
      return ['cancel', 'force-cancel', 'delete'];
    case 'submitted':
    case 'working':
    case 'queued':
    case 'input-required':
    case 'auth-required':
      return ['cancel', 'delete'];
  }
}

/** Draws what came of a change. */
export function Outcome({ change }: { readonly change: ConsoleChange }): ReactNode {
  const texts = useTexts();
  const { outcome, newTaskId, why, problems } = change;
  const outcomes = texts.actions.outcomes as Readonly<Record<string, string>>;
  return (
    <>
      <p className={why === undefined && problems === undefined ? 'done' : 'warning'}>
        {outcomes[outcome] ?? outcome} {why !== undefined && texts.actions.refusals[why]}{' '}
        {newTaskId !== undefined && (
          <a href={writeRoute({ view: 'task', taskId: newTaskId })}>{texts.actions.openNew}</a>
        )}
      </p>
      {problems !== undefined && <pre className="wrapped">{problems.join('\n')}</pre>}
    </>
  );
}
