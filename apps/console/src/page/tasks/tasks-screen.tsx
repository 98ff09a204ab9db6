import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';
import { useFormat } from '../parts/format.ts';
import { LiveNote } from '../parts/live-note.tsx';
import { useSkillName } from '../parts/skill-name.ts';
import { CodeLabel, StateLabel, toShownState } from '../parts/state-label.tsx';
import { type TaskFilter, writeRoute } from '../route/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { TaskFilters } from './task-filters.tsx';
import { type TaskRow, useTaskList } from './use-task-list.ts';

/** Draws the list of tasks and its filters. */
export function TasksScreen({ filter }: { readonly filter: TaskFilter }): ReactNode {
  const texts = useTexts();
  const { rows, now, fault, fresh, showFresh, showMore } = useTaskList(filter);
  const list = useRef<HTMLTableSectionElement>(null);
  useRowKeys(list);
  return (
    <>
      <div className="heading">
        <h1>{texts.views.tasks}</h1>
        <div className="fresh" role="status">
          {fresh > 0 && (
            <button type="button" onClick={showFresh}>
              {texts.list.fresh(fresh)}
            </button>
          )}
        </div>
      </div>
      <TaskFilters filter={filter} />
      <LiveNote fault={fault} hasValue={rows !== undefined} />
      {rows?.length === 0 && (
        <p>
          {texts.list.none} <span className="note">{texts.list.noneHint}</span>
        </p>
      )}
      {rows !== undefined && rows.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label={texts.views.tasks}>
          <table className="tasks">
            <thead>
              <tr>
                <th scope="col">{texts.list.state}</th>
                <th scope="col">{texts.list.task}</th>
                <th scope="col">{texts.list.scope}</th>
                <th scope="col">{texts.list.age}</th>
                <th scope="col" className="number">
                  {texts.list.attempts}
                </th>
                <th scope="col">{texts.list.id}</th>
              </tr>
            </thead>
            <tbody ref={list}>
              {rows.map((row) => (
                <Row key={row.task.taskId} {...row} now={now} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows !== undefined && rows.length > 0 && <p className="note keys">{texts.list.keys}</p>}
      {showMore !== undefined && (
        <button type="button" onClick={showMore}>
          {texts.list.more}
        </button>
      )}
    </>
  );
}

/** The rows by which keys move. */
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };

/**
 * Moves the focus to the link of the next row by the key j, and to the one before by k. The keys
 * count while the content of the page has the focus, because those who speak to their computer may
 * say letters anywhere (WCAG 2.2, 2.1.4).
 */
function useRowKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const move = (event: KeyboardEvent): void => {
      const step = STEPS[event.key];
      const focused = document.activeElement;
      const isChord = event.ctrlKey || event.metaKey || event.altKey;
      if (step === undefined || isChord || list.current === null) return;
      if (focused?.closest('main')?.contains(list.current) !== true) return;
      if (focused.matches('input, select, textarea, [contenteditable]')) return;
      const links = [...list.current.querySelectorAll<HTMLElement>('a[data-row]')];
      const at = links.findIndex((link) => link.closest('tr')?.contains(focused) === true);
      const next = at === -1 ? links.at(step === 1 ? 0 : -1) : links[at + step];
      next?.focus();
    };
    document.addEventListener('keydown', move);
    return () => document.removeEventListener('keydown', move);
  }, [list]);
}

/** The number of letters by which a row names its task: the last ones differ most. */
const SHOWN_LETTERS = 6;

/** Draws a task as one line, all of which leads to its page. */
function Row({ task, hasLeft, now }: TaskRow & { readonly now: number }): ReactNode {
  const texts = useTexts();
  const format = useFormat();
  const nameSkill = useSkillName();
  const { taskId, skillId, scope, statusTimestamp, attempts, failure } = task;
  return (
    <tr data-left={hasLeft || undefined}>
      <td>
        <StateLabel state={toShownState(task)} />
      </td>
      <td>
        <a
          href={writeRoute({ view: 'task', taskId })}
          data-row
          title={format.time(statusTimestamp)}
        >
          {nameSkill(skillId)}
        </a>
        {failure !== undefined && (
          <span className="note">
            {' '}
            {failure.message === undefined ? (
              <CodeLabel code={failure.reason} />
            ) : (
              <bdi>{failure.message}</bdi>
            )}
          </span>
        )}
        {hasLeft && <span className="note"> · {texts.list.left}</span>}
      </td>
      <td>
        {scope === '' ? (
          <span className="note">{texts.list.nobody}</span>
        ) : (
          <a href={writeRoute({ view: 'tasks', filter: { scope } })}>{scope}</a>
        )}
      </td>
      <td>
        <time dateTime={statusTimestamp}> {format.age(now - Date.parse(statusTimestamp))}</time>
      </td>
      <td className="number">{format.count(attempts)}</td>
      <td>
        <code title={taskId}>{taskId.slice(-SHOWN_LETTERS)}</code>
        <CopyButton text={taskId} label={texts.list.copyId(taskId.slice(-SHOWN_LETTERS))} />
      </td>
    </tr>
  );
}
