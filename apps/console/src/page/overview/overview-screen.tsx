import type { ReactNode } from 'react';
import type { ConsoleOverview } from '../../api/console-api.ts';
import { useLive } from '../live/use-live.ts';
import { useFormat } from '../parts/format.ts';
import { LiveNote } from '../parts/live-note.tsx';
import { useSkillName } from '../parts/skill-name.ts';
import { CodeLabel, StateLabel } from '../parts/state-label.tsx';
import { type TaskFilter, writeRoute } from '../route/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { DayChart } from './day-chart.tsx';

/** The states of tasks, those first that want an operator. */
const STATES = [
  'failed',
  'rejected',
  'input-required',
  'auth-required',
  'submitted',
  'working',
  'completed',
  'canceled',
] as const;

/** Draws the live numbers of the server. */
export function OverviewScreen(): ReactNode {
  const texts = useTexts();
  const { value, fault } = useLive<ConsoleOverview>('overview', () => 'overview');
  return (
    <>
      <h1>{texts.views.overview}</h1>
      <LiveNote fault={fault} hasValue={value !== undefined} />
      {value !== undefined && <Numbers overview={value} />}
    </>
  );
}

function Numbers({ overview }: { readonly overview: ConsoleOverview }): ReactNode {
  const texts = useTexts();
  const format = useFormat();
  const { process, states, oldestWait, running, leaseLosses, failures, skills, steps } = overview;
  const nameSkill = useSkillName();
  return (
    <>
      <h2>{texts.overview.tasks}</h2>
      <ul className="tiles">
        {STATES.map((state) => (
          <li key={state} data-zero={(states[state] ?? 0) === 0 || undefined}>
            <a href={writeRoute({ view: 'tasks', filter: { state } })}>
              <StateLabel state={state} />
              <strong>{format.count(states[state] ?? 0)}</strong>
            </a>
          </li>
        ))}
      </ul>
      <dl className="tiles">
        <div data-zero={oldestWait === 0 || undefined}>
          <dt>{texts.overview.oldest}</dt>
          <dd>{format.age(oldestWait * 1000)}</dd>
        </div>
        <div data-zero={running === 0 || undefined}>
          <dt>{texts.overview.running}</dt>
          <dd>{format.count(running)}</dd>
        </div>
        <div data-zero={leaseLosses === 0 || undefined}>
          <dt>{texts.overview.leases}</dt>
          <dd>{format.count(leaseLosses)}</dd>
        </div>
      </dl>
      <DayChart hours={overview.hours} />
      <Section
        title={texts.overview.failures}
        empty={texts.overview.noFailures}
        head={[texts.overview.skill, texts.overview.reason, texts.overview.count]}
        rows={failures.map(({ skill, reason, count }) => ({
          key: `${skill} ${reason}`,
          cells: [
            <a href={writeRoute({ view: 'tasks', filter: toFailed(skill, reason) })}>
              {nameSkill(skill)}
            </a>,
            <CodeLabel code={reason} />,
            format.count(count),
          ],
        }))}
      />
      <Section
        title={texts.overview.skills}
        empty={texts.overview.noSkills}
        head={[
          texts.overview.skill,
          texts.overview.attempts,
          ...toHead(texts),
          texts.overview.failed,
        ]}
        rows={skills.map(({ skill, failed, ...times }) => ({
          key: skill,
          cells: [nameSkill(skill), ...toCells(times, format), format.share(failed)],
        }))}
      />
      <Section
        title={texts.overview.steps}
        empty={texts.overview.noSteps}
        head={[texts.overview.step, texts.overview.done, ...toHead(texts)]}
        rows={steps.map(({ skill, step, ...times }) => ({
          key: `${skill} ${step}`,
          cells: [
            <>
              {step} <span className="note">{nameSkill(skill)}</span>
            </>,
            ...toCells(times, format),
          ],
        }))}
      />
      <p className="note">{texts.overview.scope(process.id, format.time(process.countedSince))}</p>
    </>
  );
}

function toFailed(skill: string, reason: string): TaskFilter {
  const state = reason === 'REJECTED' ? 'rejected' : 'failed';
  return { state, ...(skill !== '' && { skill }) };
}

function toHead({ overview }: ReturnType<typeof useTexts>): readonly string[] {
  return [overview.half, overview.most, overview.longest];
}

function toCells(
  {
    count,
    p50,
    p95,
    longest,
  }: Pick<ConsoleOverview['steps'][number], 'count' | 'p50' | 'p95' | 'longest'>,
  format: ReturnType<typeof useFormat>,
): readonly ReactNode[] {
  return [
    format.count(count),
    ...[p50, p95, longest].map((seconds) => format.span(seconds * 1000)),
  ];
}

function Section({
  title,
  empty,
  head,
  rows,
}: {
  readonly title: string;
  /** The sentence in place of a table without rows. */
  readonly empty: string;
  readonly head: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}): ReactNode {
  // Numbers are written as texts; names and links are elements.
  const toClass = (column: number): string | undefined =>
    column > 0 && typeof rows[0]?.cells[column] === 'string' ? 'number' : undefined;
  return (
    <section>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className="note">{empty}</p>
      ) : (
        <div className="scroll" tabIndex={0} role="region" aria-label={title}>
          <table className="numbers">
            <thead>
              <tr>
                {head.map((name, column) => (
                  <th key={name} scope="col" className={toClass(column)}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, cells }) => (
                <tr key={key}>
                  {cells.map((cell, column) => (
                    <td key={head[column]} className={toClass(column)}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
