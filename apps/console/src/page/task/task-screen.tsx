import { type ReactNode, useState } from 'react';
import type { ConsoleData, ConsoleTask } from '../../api/console-api.ts';
import { useLive } from '../live/use-live.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { useFormat } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { LiveNote } from '../parts/live-note.tsx';
import { useSkillName } from '../parts/skill-name.ts';
import { CodeLabel, StateLabel, toShownState } from '../parts/state-label.tsx';
import { writeRoute } from '../route/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { AttemptComparison } from './attempt-comparison.tsx';
import { nameAddresses, nameQuestions } from './question-words.ts';
import { TaskActions } from './task-actions.tsx';
import { TaskData } from './task-data.tsx';
import { TaskEventList } from './task-event-list.tsx';
import { TimelinePicture } from './timeline.tsx';

/** The number of events that the page keeps: the newest. */
const MAX_EVENTS = 2_000;

/** Draws a task: where it stands, its timeline, its log, and what can be done to it. */
export function TaskScreen({ taskId }: { readonly taskId: string }): ReactNode {
  const texts = useTexts();
  const { value, fault, refresh } = useLive<ConsoleTask>(
    `task ${taskId}`,
    (current) => {
      const after = current?.events.at(-1)?.seq ?? 0;
      return `tasks/${encodeURIComponent(taskId)}?after=${after}`;
    },
    { join: joinTasks },
  );
  const [data, setData] = useState<ConsoleData>();
  const questions = data?.contents?.questions;
  const questionNames = nameQuestions(value?.events ?? [], { texts, questions });
  return (
    <>
      <p>
        <a href={writeRoute({ view: 'tasks', filter: {} })}>
          <Icon name="back" />
          {texts.task.back}
        </a>
      </p>
      <div className="heading">
        <h1>{texts.task.title(taskId)}</h1>
        <CopyButton text={taskId} />
      </div>
      {fault?.status === 404 ? (
        <p>{texts.task.gone}</p>
      ) : (
        <>
          <LiveNote fault={fault} hasValue={value !== undefined} />
          {value !== undefined && (
            <>
              <p className="now">
                <StateLabel state={toShownState(value.task)} />
              </p>
              <TaskActions task={value.task} onChange={refresh} />
              <TimelinePicture {...{ value, questionNames }} />
              <Facts value={value} />
              <AttemptComparison value={value} />
              <div className="beside">
                <TaskEventList {...{ value, questionNames }} />
                <Logs value={value} />
              </div>
              <Receivers value={value} />
              <TaskData {...{ value, data, setData, onChange: refresh }} />
            </>
          )}
        </>
      )}
    </>
  );
}

/** Joins what was read before with the newer events. */
function joinTasks(before: ConsoleTask | undefined, next: ConsoleTask): ConsoleTask {
  if (before === undefined) return next;
  const last = before.events.at(-1)?.seq ?? 0;
  const newer = next.events.filter(({ seq }) => seq > last);
  const { question: _answered, ...base } = before;
  return { ...base, ...next, events: [...before.events, ...newer].slice(-MAX_EVENTS) };
}

function Facts({ value }: { readonly value: ConsoleTask }): ReactNode {
  const texts = useTexts();
  const format = useFormat();
  const nameSkill = useSkillName();
  const { task, createdAt, schema, spans, logs } = value;
  const failure = spans.findLast(({ kind, reason }) => kind === 'attempt' && reason !== undefined);
  const entry = logs.findLast(({ level, fields }) => level !== 'info' && fields !== undefined);
  const { scope, leasedUntil, restsUntil } = task;
  const { to, claimedBy, dueAt, isOverdue, fourEyes } = value.question ?? {};
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      texts.task.waitsFor,
      value.question && (
        <>
          {nameAddresses(to ?? [scope || texts.list.nobody], { texts, format })}
          {claimedBy !== undefined && <p className="note">{texts.task.takenBy(claimedBy)}</p>}
          {fourEyes && <p className="note">{texts.task.fourEyes}</p>}
        </>
      ),
    ],
    [
      texts.task.due,
      dueAt && (
        <>
          {format.time(dueAt)}
          {isOverdue && <p className="warning">{texts.task.overdue}</p>}
        </>
      ),
    ],
    [
      texts.task.caller,
      <a href={writeRoute({ view: 'tasks', filter: { scope } })}>{scope || texts.list.nobody}</a>,
    ],
    [texts.task.skill, <span title={task.skillId}>{nameSkill(task.skillId)}</span>],
    [texts.task.schema, schema],
    [texts.task.context, <code>{task.contextId}</code>],
    [texts.task.created, createdAt && format.time(createdAt)],
    [texts.task.changed, format.time(task.statusTimestamp)],
    [texts.task.attempts, format.count(task.attempts)],
    [texts.task.events, format.count(task.seq)],
    [texts.task.leased, leasedUntil && format.time(leasedUntil)],
    [texts.task.rests, restsUntil && format.time(restsUntil)],
    [texts.task.stopping, task.cancelRequested && <Icon name="check" />],
    [
      texts.task.lastFailure,
      failure && (
        <>
          {texts.task.attempt(failure.name, failure.answers)}:{' '}
          <CodeLabel code={failure.reason ?? ''} />
          {entry !== undefined && <span className="note"> {entry.message}</span>}
        </>
      ),
    ],
  ];
  return (
    <section>
      <h2>{texts.task.facts}</h2>
      <dl className="facts">
        {facts
          .filter(([, fact]) => fact !== undefined && fact !== false && fact !== '')
          .map(([name, fact]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function Logs({ value: { logs } }: { readonly value: ConsoleTask }): ReactNode {
  const texts = useTexts();
  const format = useFormat();
  return (
    <section>
      <h2>{texts.task.logs}</h2>
      {logs.length === 0 ? (
        <p className="note">{texts.task.noLogs}</p>
      ) : (
        <ol className="logs" tabIndex={0} aria-label={texts.task.logs}>
          {logs.map(({ time, level, message, fields }, index) => (
            <li key={`${time} ${index}`} data-level={level}>
              <span className="note">
                {format.time(time)} {level}
              </span>
              <p dir="auto">{message}</p>
              {fields !== undefined && (
                <pre className="wrapped" dir="ltr">
                  {toLines(fields)}
                </pre>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** Writes the fields of an entry, those of an error over several lines. */
function toLines(fields: string): string {
  try {
    const parsed: unknown = JSON.parse(fields);
    if (typeof parsed !== 'object' || parsed === null) return fields;
    return Object.entries(parsed)
      .map(
        ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
      )
      .join('\n');
  } catch {
    return fields;
  }
}

function Receivers({ value }: { readonly value: ConsoleTask }): ReactNode {
  const texts = useTexts();
  const format = useFormat();
  const { receivers, task } = value;
  if (receivers.length === 0) return null;
  return (
    <section>
      <h2>{texts.task.receivers}</h2>
      <ul>
        {receivers.map(({ id, url, after, failures = 0, dueAt, death }) => (
          <li key={id}>
            <code>{url}</code> {after !== undefined && texts.task.notified(after, task.seq)}
            {failures > 0 && <>; {texts.task.failing(failures)}</>}
            {dueAt !== undefined && after !== task.seq && (
              <>; {texts.task.nextAttempt(format.time(dueAt))}</>
            )}
            {death !== undefined && (
              <p className="warning">
                <Icon name="alert" />
                {texts.task.givenUp(death.reason)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
