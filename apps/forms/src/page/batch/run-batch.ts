/** The state of one row of a batch, with its result once it has ended. */
export type RowState<Result> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly result: Result };

/** Options of {@link runBatch}: the rows, and the function that runs one. */
export interface RunBatchOptions<Row, Result> {
  /** Runs a row. It never rejects: a failure is a result as well. */
  readonly run: (row: Row, signal: AbortSignal) => Promise<Result>;
  /** Called with the index of a row and its new state. */
  readonly onChange: (place: number, state: RowState<Result>) => void;
  /** Once it is aborted, no further row begins, and the signals of the running ones are aborted. */
  readonly signal: AbortSignal;
  /** The number of rows that run at the same time. Default 4. */
  readonly concurrency?: number;
}

/** Runs rows in order, a few at a time. Resolves when the last one that was begun has ended. */
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
