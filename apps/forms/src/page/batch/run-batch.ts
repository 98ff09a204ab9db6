import type { KeptRow } from '../history/stored-batches.ts';

/** The state of one row of a batch, with its result once it has ended. */
export type RowState<Result> =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly result: Result };

/** Runs rows in order, a few at a time. Resolves when the last started row has ended. */
export async function runBatch<Row, Result>(
  rows: readonly Row[],
  options: {
    /** Runs a row. It never rejects: a failure is a result as well. */
    readonly run: (row: Row, signal: AbortSignal) => Promise<Result>;
    /** Called with the position of a row, counted from 0, and its new state. */
    readonly onChange: (position: number, state: RowState<Result>) => void;
    /** Stops the batch when aborted: no further row begins, and the running rows are aborted. */
    readonly signal: AbortSignal;
    /** The number of rows that run at the same time. Default 4. */
    readonly concurrency?: number;
  },
): Promise<void> {
  const { run, onChange, signal, concurrency = 4 } = options;
  const queue = rows.entries();
  const work = async (): Promise<void> => {
    for (const [position, row] of queue) {
      if (signal.aborted) return;
      onChange(position, { kind: 'running' });
      onChange(position, { kind: 'done', result: await run(row, signal) });
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, rows.length) }, work));
}

/** The time for which changes are collected, in milliseconds. */
const COLLECT_MS = 500;

/**
 * Keeps the rows of a table that are not done. Each time takes as long as the whole table does, so
 * changes are collected: a row that is sent again meanwhile has the same id.
 */
export class PendingRows {
  readonly #openRows: Map<number, KeptRow>;
  readonly #write: (rows: readonly KeptRow[]) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `write` keeps the rows that are left; none ends the table. */
  constructor(rows: readonly KeptRow[], write: (rows: readonly KeptRow[]) => void) {
    this.#openRows = new Map(rows.map((row) => [row.number, row]));
    this.#write = write;
    write(rows);
  }

  /** Returns a row that is left. */
  get(number: number): KeptRow | undefined {
    return this.#openRows.get(number);
  }

  /** Keeps the id of the task of a row, by which the row goes on. */
  name(number: number, taskId: string): void {
    const row = this.#openRows.get(number);
    if (row === undefined) return;
    this.#openRows.set(number, { ...row, taskId });
    this.#collect();
  }

  /** Forgets a row that is done. */
  finish(number: number): void {
    if (this.#openRows.delete(number)) this.#collect();
  }

  /** Keeps what was collected at once, because the page may end. */
  flush(): void {
    if (this.#timer === undefined) return;
    this.#stop();
    this.#write([...this.#openRows.values()]);
  }

  /** Gives all rows up. */
  drop(): void {
    this.#stop();
    this.#openRows.clear();
    this.#write([]);
  }

  #collect(): void {
    this.#timer ??= setTimeout(() => this.flush(), COLLECT_MS);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
