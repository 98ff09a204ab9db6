import type { DescribedSkill } from '@formwork/client';
import { ENGLISH, type JsonSchema, type Messages, type ThreadEntry } from '@formwork/react';
import { createId, formatCsv } from '@formwork/react/internal';
import type { Problem } from '@formwork/schema';
import { type HTMLAttributes, type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormMessages } from '../form/use-form-messages.ts';
import type { KeptBatch, KeptRow } from '../history/stored-batches.ts';
import { describeProblem } from '../parts/describe-problem.ts';
import { RunStateLabel } from '../parts/run-state.tsx';
import { summarize } from '../parts/summarize.ts';
import { toHash } from '../permalink/route.ts';
import { hasSecrets } from '../storage/without-secrets.ts';
import { useTexts } from '../texts/use-texts.ts';
import { findEarlierCall } from '../workspace/thread-store.ts';
import { type UsableSchema, useWorkspace } from '../workspace/workspace.ts';
import { useBatchTexts } from './batch-texts.ts';
import type { PlannedRow } from './plan-rows.ts';
import { readOutcome, toResultJson, toResultTable, toRowState } from './result-table.ts';
import { PendingRows, type RowState, runBatch } from './run-batch.ts';

/** Why a batch ends early: the person stops it, or goes to another place of the page. */
type StopReason = 'stopped' | 'left';

/** The maximum number of rows that the page draws; further rows are run and downloaded as well. */
const MAX_SHOWN = 200;

/** Draws the rows of a batch with their problems, runs them, and shows the outcome of each. */
export function BatchRun({
  skill,
  input,
  rows,
  storedBatch,
}: {
  readonly skill: DescribedSkill;
  readonly input: UsableSchema;
  readonly rows: readonly PlannedRow[];
  /** The table that the rows are left of; absent for a new one. */
  readonly storedBatch?: KeptBatch | undefined;
}): ReactNode {
  const texts = useTexts();
  const batchTexts = useBatchTexts();
  const messages = useFormMessages() ?? ENGLISH;
  const { threads, call, keepBatch, dropBatch, holdBatch, leaveBatch } = useWorkspace();
  const [states, setStates] = useState<ReadonlyMap<number, RowState<ThreadEntry>>>(new Map());
  const [control, setControl] = useState<AbortController>();
  const [id] = useState(() => storedBatch?.id ?? createId());
  const running = useRef<AbortController>(undefined);
  const keeper = useRef<PendingRows>(undefined);
  /** Lets other tabs offer the table. */
  const giveUp = useRef<() => void>(undefined);
  const leave = useRef(leaveBatch);
  useEffect(() => {
    leave.current = leaveBatch;
  });
  useEffect(() => {
    const flush = (): void => keeper.current?.flush();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      if (running.current === undefined) return;
      flush();
      running.current.abort('left' satisfies StopReason);
      giveUp.current?.();
      leave.current();
    };
  }, []);
  useAskBeforeLeaving(control !== undefined);
  const good = rows.filter(({ problems }) => problems.length === 0);
  const done = [...states.values()].filter(({ kind }) => kind === 'done').length;
  const isRunning = control !== undefined;
  const open = good.filter(({ number }) => isOpen(states.get(number)));
  // Ended rows run again only if no row is left to run.
  const next = open.length === 0 ? good : open;

  const describe = (problem: Problem): string =>
    describeProblem(problem, { schema: input.schema, messages });

  async function start(): Promise<void> {
    const stopper = new AbortController();
    running.current = stopper;
    setControl(stopper);
    const release = holdBatch(id);
    giveUp.current = release;
    setStates(
      (before) => new Map([...before, ...next.map(({ number }) => [number, WAITING] as const)]),
    );
    const { name: schema, fingerprint } = input;
    const startedAt = Date.now();
    // Secrets are never kept; without that, and for what is too long, the browser asks who leaves.
    const isSecret = hasSecrets(input.schema);
    const rowKeeper = new PendingRows(
      next.map((row): KeptRow => {
        const { number, data } = row;
        return { number, data, ...toMessage(row) };
      }),
      (lines) => {
        if (lines.length === 0) dropBatch(id);
        else {
          const batch = { id, skillId: skill.id, schema, fingerprint, startedAt, rows: lines };
          keepBatch(batch, isSecret);
        }
      },
    );
    keeper.current = rowKeeper;
    await runBatch(next, {
      signal: stopper.signal,
      run: ({ number, data }, signal) => {
        const onTask = (taskId: string): void => rowKeeper.name(number, taskId);
        return call({
          skill,
          schema: input,
          data,
          signal,
          onTask,
          earlierCall: rowKeeper.get(number),
        });
      },
      onChange(position, state) {
        const number = next[position]?.number ?? 0;
        if (state.kind === 'done' && !isOpen(state)) rowKeeper.finish(number);
        setStates((before) => new Map([...before, [number, state]]));
      },
    });
    // The rows that the person has stopped are given up with the page.
    if (stopper.signal.reason === ('stopped' satisfies StopReason)) rowKeeper.drop();
    else rowKeeper.flush();
    release();
    running.current = undefined;
    setControl(undefined);
  }

  /** Returns the ids under which a row is sent, or followed if the agent may work on it. */
  function toMessage({ number, data }: PlannedRow): Pick<KeptRow, 'id' | 'taskId'> {
    const before = states.get(number);
    const message = { kind: 'input', skillId: skill.id, schema: input.name, data } as const;
    const row =
      before?.kind === 'done'
        ? findEarlierCall(before.result, message)
        : storedBatch?.rows.find((keptRow) => keptRow.number === number);
    return { id: row?.id ?? createId(), taskId: row?.taskId ?? '' };
  }

  return (
    <section className="card" aria-label={batchTexts.batchRow}>
      <div className="card-head" {...SINGLE_PRESS}>
        <p role="status">
          {states.size === 0
            ? batchTexts.batchRows(good.length, rows.length - good.length)
            : batchTexts.batchProgress(done, good.length)}
        </p>
        {isRunning ? (
          <button type="button" onClick={() => control.abort('stopped' satisfies StopReason)}>
            {texts.cancel}
          </button>
        ) : (
          good.length > 0 && (
            // Before the code for that is loaded, rows could neither be sent nor kept.
            <button
              type="button"
              className="main-button"
              disabled={threads === undefined}
              onClick={() => void start()}
            >
              {open.length === 0
                ? batchTexts.batchAgain(good.length)
                : batchTexts.batchStart(open.length)}
            </button>
          )
        )}
        {states.size > 0 && (
          <button
            type="button"
            onClick={() => {
              const { columns, rows: lines } = toResultTable(rows, states, describe);
              saveText(`${skill.id}.csv`, formatCsv(columns, lines, { isTyped: true }));
            }}
          >
            {batchTexts.batchDownload}
          </button>
        )}
        {states.size > 0 && (
          <button
            type="button"
            onClick={() =>
              saveText(`${skill.id}.json`, toResultJson(rows, states, describe), 'application/json')
            }
          >
            {batchTexts.batchDownloadJson}
          </button>
        )}
      </div>
      {isRunning && (
        <progress
          value={done}
          max={good.length}
          aria-label={batchTexts.batchProgress(done, good.length)}
        />
      )}
      <div className="scroll" tabIndex={0} role="region" aria-label={batchTexts.batchTitle}>
        <table>
          <thead>
            <tr>
              <th scope="col">{batchTexts.batchRow}</th>
              <th scope="col">{batchTexts.batchState}</th>
              <th scope="col">{texts.sent}</th>
              <th scope="col">{texts.result}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MAX_SHOWN).map((row) => (
              <Row
                key={row.number}
                row={row}
                state={states.get(row.number)}
                schema={input.schema}
                messages={messages}
              />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > MAX_SHOWN && <p className="faint">{texts.more(rows.length - MAX_SHOWN)}</p>}
    </section>
  );
}

const WAITING: RowState<ThreadEntry> = { kind: 'waiting' };

/**
 * Of a double click, and of a key that is held down, only the first press counts: the button that
 * starts the rows becomes the one that stops them.
 */
const SINGLE_PRESS: Pick<HTMLAttributes<HTMLElement>, 'onClickCapture' | 'onKeyDownCapture'> = {
  onClickCapture(event) {
    if (event.detail > 1) event.stopPropagation();
  },
  onKeyDownCapture(event) {
    if (event.repeat && /^(?:Enter| )$/u.test(event.key)) event.preventDefault();
  },
};

/**
 * True for a row that the next run of the batch includes: it never ran, was canceled, or broke off.
 */
function isOpen(state: RowState<ThreadEntry> | undefined): boolean {
  if (state?.kind !== 'done') return true;
  return state.result.state.kind === 'failed' || toRowState(state.result) === 'canceled';
}

/**
 * Makes the browser ask before the person leaves the page while a batch runs, because the remaining
 * rows would never run.
 */
function useAskBeforeLeaving(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return undefined;
    const ask = (event: Event): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isRunning]);
}

function Row({
  row,
  state,
  schema,
  messages,
}: {
  readonly row: PlannedRow;
  readonly state: RowState<ThreadEntry> | undefined;
  readonly schema: JsonSchema;
  readonly messages: Messages;
}): ReactNode {
  const batchTexts = useBatchTexts();
  const { language } = useTexts();
  const { routeAgent } = useWorkspace();
  const entry = state?.kind === 'done' ? state.result : undefined;
  return (
    <tr>
      <th scope="row">{row.number}</th>
      <td>
        {entry !== undefined && <RunStateLabel state={toRowState(entry)} />}
        {state?.kind === 'waiting' && batchTexts.waiting}
        {state?.kind === 'running' && batchTexts.running}
        {state === undefined &&
          (row.problems.length > 0 ? (
            <span className="wrong">{batchTexts.batchProblem}</span>
          ) : (
            <span className="faint">{batchTexts.ready}</span>
          ))}
      </td>
      <td dir="auto">{summarize(row.data, language)}</td>
      <td dir="auto">
        {row.problems.slice(0, 3).map((problem) => (
          <p key={`${problem.pointer} ${problem.message}`} className="wrong">
            {describeProblem(problem, { schema, messages })}
          </p>
        ))}
        {entry !== undefined && toRowState(entry) === 'asking' ? (
          <a href={toHash({ ...routeAgent, run: entry.id })}>{batchTexts.batchAsked}</a>
        ) : (
          entry !== undefined && summarize(readOutcome(entry), language)
        )}
      </td>
    </tr>
  );
}

/** Makes the browser save a text as a file. */
function saveText(name: string, text: string, mediaType = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(/[^\w.-]+/gu, '-');
  link.click();
  // After ten seconds, the browser has begun to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
