/** The state of one row of a batch, with its result once it has ended. */
export type RowState<Result> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly result: Result };

/** Options of {@link runBatch}: the rows, and the function that runs one. */
export interface RunBatchOptions<Row, Result> {
  /** Runs a row. It never rejects: a failure is a result as well. */
  readonly run: (row: Row, signal: AbortSignal) => Promise<Result>;
  /** Called with the position of a row, counted from 0, and its new state. */
  readonly onChange: (place: number, state: RowState<Result>) => void;
  /** Stops the batch when aborted: no further row begins, and the running rows are aborted. */
  readonly signal: AbortSignal;
  /** The number of rows that run at the same time. Default 4. */
  readonly concurrency?: number;
}

/** Runs rows in order, a few at a time. Resolves when the last started row has ended. */
export async function runBatch<Row, Result>(
  rows: readonly Row[],
  options: RunBatchOptions<Row, Result>,
): Promise<void> {
  const { run, onChange, signal, concurrency = 4 } = options;
  const queue = rows.entries();
  const work = async (): Promise<void> => {
    for (const [place, row] of queue) {
      if (signal.aborted) return;
      onChange(place, { kind: 'running' });
      onChange(place, { kind: 'done', result: await run(row, signal) });
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, rows.length) }, work));
}
