import type { ReactNode } from 'react';
import { useFormat } from '../parts/format.ts';
import { LiveNote } from '../parts/live-note.tsx';
import { useSkillName } from '../parts/skill-name.ts';
import { StateLabel, toShownState } from '../parts/state-label.tsx';
import { type TaskFilter, writeRoute } from '../route/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { TaskFilters } from './task-filters.tsx';
import { type TaskRow, useTaskList } from './use-task-list.ts';

/** Draws the list of tasks and its filters. */
export function TasksScreen({ filter }: { readonly filter: TaskFilter }): ReactNode {
  const texts = useTexts();
  const { rows, fault, fresh, showFresh, showMore } = useTaskList(filter);
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
                <th scope="col">{texts.list.skill}</th>
                <th scope="col">{texts.list.scope}</th>
                <th scope="col">{texts.list.since}</th>
                <th scope="col">{texts.list.attempts}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.task.taskId} {...row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {showMore !== undefined && (
        <button type="button" onClick={showMore}>
          {texts.list.more}
        </button>
      )}
    </>
  );
}

function Row({ task, hasLeft }: TaskRow): ReactNode {
  const texts = useTexts();
  const format = useFormat();
  const nameSkill = useSkillName();
  const { taskId, skillId, scope, statusTimestamp, attempts } = task;
  return (
    <tr data-left={hasLeft || undefined}>
      <td>
        <StateLabel state={toShownState(task)} />
        {hasLeft && <span className="note"> {texts.list.left}</span>}
      </td>
      <td>
        <a href={writeRoute({ view: 'task', taskId })} title={taskId}>
          <code>{taskId.slice(0, 8)}</code>
          <span className="rest">{taskId.slice(8)}</span>
        </a>
      </td>
      <td title={skillId} {...(skillId === undefined && { className: 'note' })}>
        {nameSkill(skillId)}
      </td>
      <td>
        {scope === '' ? (
          <span className="note">{texts.list.nobody}</span>
        ) : (
          <a href={writeRoute({ view: 'tasks', filter: { scope } })}>{scope}</a>
        )}
      </td>
      <td>{format.time(statusTimestamp)}</td>
      <td>{format.count(attempts)}</td>
    </tr>
  );
}
