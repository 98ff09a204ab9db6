import type { DescribedSkill } from '@formwork/client';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useWorkspace, type UsableSchema } from '../app/workspace.ts';
import { RunStateLabel } from '../parts/run-state.tsx';
import { summarize } from '../parts/summarize.ts';
import { toHash } from '../permalink/route.ts';
import { useBatchTexts } from './batch-texts.ts';
import { useTexts } from '../texts/use-texts.ts';
import type { ThreadEntry } from '@formwork/react';
import { readOutcome, toRowState } from './row-outcome.ts';
import type { PlannedRow } from './plan-rows.ts';
import { runBatch, type RowState } from './run-batch.ts';
import { saveText } from './save-text.ts';
import { toCsv } from './to-csv.ts';
import { toResultTable } from './to-result-table.ts';

interface BatchRunProps {
  readonly skill: DescribedSkill;
  readonly input: UsableSchema;
  readonly rows: readonly PlannedRow[];
}

/** Rows that are drawn; all of them are run, and downloaded. */
const MAX_SHOWN = 200;

/** The rows with their problems, then with what comes of them. */
export function BatchRun({ skill, input, rows }: BatchRunProps): ReactNode {
  const texts = useTexts();
  const own = useBatchTexts();
  const { call } = useWorkspace();
  const [states, setStates] = useState<ReadonlyMap<number, RowState<ThreadEntry>>>(new Map());
  const [control, setControl] = useState<AbortController>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const good = rows.filter(({ problems }) => problems.length === 0);
  const done = [...states.values()].filter(({ kind }) => kind === 'done').length;
  const isRunning = control !== undefined;

  async function start(): Promise<void> {
    const stopper = new AbortController();
    running.current = stopper;
    setControl(stopper);
    setStates(new Map(good.map(({ number }) => [number, { kind: 'waiting' }])));
    await runBatch(good, {
      signal: stopper.signal,
      run: ({ data }, signal) => call({ skill, schema: input, data, signal }),
      onChange: (place, state) =>
        setStates((before) => new Map([...before, [good[place]?.number ?? 0, state]])),
    });
    setControl(undefined);
  }

  return (
    <section className="card" aria-label={own.batchRow}>
      <div className="card-head">
        <p role="status">
          {states.size === 0
            ? own.batchRows(good.length, rows.length - good.length)
            : own.batchProgress(done, good.length)}
        </p>
        {isRunning ? (
          <button type="button" onClick={() => control.abort()}>
            {texts.cancel}
          </button>
        ) : (
          good.length > 0 && (
            <button type="button" className="main-button" onClick={() => void start()}>
              {own.batchStart(good.length)}
            </button>
          )
        )}
        {done > 0 && (
          <button
            type="button"
            onClick={() => {
              const { columns, rows: lines } = toResultTable(rows, states);
              saveText(`${skill.id}.csv`, toCsv(columns, lines));
            }}
          >
            {own.batchDownload}
          </button>
        )}
      </div>
      {isRunning && (
        <progress
          value={done}
          max={good.length}
          aria-label={own.batchProgress(done, good.length)}
        />
      )}
      <div className="scroll" tabIndex={0} role="region" aria-label={own.batchTitle}>
        <table>
          <thead>
            <tr>
              <th scope="col">{own.batchRow}</th>
              <th scope="col">{own.batchState}</th>
              <th scope="col">{texts.sent}</th>
              <th scope="col">{texts.result}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MAX_SHOWN).map((row) => (
              <Row key={row.number} row={row} state={states.get(row.number)} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > MAX_SHOWN && <p className="faint">{texts.more(rows.length - MAX_SHOWN)}</p>}
    </section>
  );
}

interface RowProps {
  readonly row: PlannedRow;
  readonly state: RowState<ThreadEntry> | undefined;
}

function Row({ row, state }: RowProps): ReactNode {
  const own = useBatchTexts();
  const { routeAgent } = useWorkspace();
  const entry = state?.kind === 'done' ? state.result : undefined;
  return (
    <tr>
      <th scope="row">{row.number}</th>
      <td>
        {entry !== undefined && <RunStateLabel state={toRowState(entry)} />}
        {state?.kind === 'waiting' && own.waiting}
        {state?.kind === 'running' && own.running}
        {state === undefined && row.problems.length > 0 && (
          <span className="wrong">{own.batchProblem}</span>
        )}
      </td>
      <td dir="auto">{summarize(row.data)}</td>
      <td dir="auto">
        {row.problems.slice(0, 3).map(({ pointer, message }) => (
          <p key={`${pointer} ${message}`} className="wrong">
            {pointer.slice(1)} {message}
          </p>
        ))}
        {entry !== undefined && toRowState(entry) === 'asking' ? (
          <a href={toHash({ ...routeAgent, run: entry.id })}>{own.batchAsked}</a>
        ) : (
          entry !== undefined && summarize(readOutcome(entry))
        )}
      </td>
    </tr>
  );
}
