import Database from 'better-sqlite3';
import { statSync } from 'node:fs';
import { median } from '../median.ts';

/** The amounts that the process of a server holds at one moment. */
export interface ProcessReading {
  /** The bytes of the heap after full collections. */
  readonly heap: number;
  readonly resident: number;
  /** The number of timers, sockets and other resources that keep the process alive. */
  readonly handles: number;
  /** The number of open files and sockets; 0 where the system does not tell. */
  readonly files: number;
  /** The number of errors that the server has logged. */
  readonly faults: number;
}

/** The amounts that an SQLite file of a server holds at one moment. */
export interface StoreReading {
  /** The rows of all tables. */
  readonly rows: number;
  readonly tasks: number;
  /** The bytes of the file and of its log. */
  readonly bytes: number;
}

/** What a server and its file hold, and the number of the process that was read. */
export interface Reading extends ProcessReading, StoreReading {
  readonly life: number;
}

/** Reads the file of a server while the server writes to it. */
export function readStore(file: string): StoreReading {
  const database = new Database(file, { readonly: true });
  try {
    const names = database
      .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all();
    const counts = new Map(
      names.map(({ name }) => {
        const row = database.prepare(`SELECT count(*) AS count FROM "${name}"`).get();
        return [name, (row as { readonly count: number }).count];
      }),
    );
    const rows = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const bytes = toBytes(file) + toBytes(`${file}-wal`);
    return { rows, tasks: counts.get('task') ?? 0, bytes };
  } finally {
    database.close();
  }
}

function toBytes(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** How much more than before an amount may be at the end, as a factor and an amount. */
const SLACK = {
  heap: [1.1, 4_000_000],
  resident: [1.2, 30_000_000],
  handles: [1.25, 20],
  files: [1.25, 20],
  rows: [1.25, 500],
  bytes: [1.25, 20_000_000],
} as const;

/**
 * Compares the median of the last third of the readings with that of the third before, and lists
 * what has grown. In the first third, caches fill.
 */
export function listGrowth(readings: readonly Reading[]): readonly string[] {
  const third = Math.floor(readings.length / 3);
  if (third < 3) return [`${readings.length} readings are too few`];
  return (Object.keys(SLACK) as readonly (keyof typeof SLACK)[]).flatMap((name) => {
    const before = median(readings.slice(-2 * third, -third).map((reading) => reading[name]));
    const after = median(readings.slice(-third).map((reading) => reading[name]));
    const [factor, amount] = SLACK[name];
    console.log(`${name}: ${before} -> ${after}`);
    return after <= before * factor + amount ? [] : [`${name} grew from ${before} to ${after}`];
  });
}
