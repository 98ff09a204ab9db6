/** How one row stands. */
export type RowState<Result> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly result: Result };

/** Options of {@link runBatch}. */
export interface RunBatchOptions<Row, Result> {
  /** Never rejects; whatever comes of a row is a result. */
  readonly run: (row: Row, signal: AbortSignal) => Promise<Result>;
  /** Called with the place of the row and how it stands now. */
  readonly onChange: (place: number, state: RowState<Result>) => void;
  /** Nothing is begun afterwards; what runs is told. */
  readonly signal: AbortSignal;
  /** Rows at a time. Default 4. */
  readonly concurrency?: number;
}

/** Runs rows in order, a few at a time. Resolves when the last has ended, or none is begun any more. */
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
