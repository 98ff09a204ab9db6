import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresEngine } from '@formwork/postgres';
import type { TaskEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';

/** A place for one database, and what was written to it. */
export interface BenchFile {
  readonly file: string;
  /** Bytes in the file and its log. */
  size(): number;
  remove(): void;
}

export function createBenchFile(): BenchFile {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-bench-'));
  const file = join(folder, 'tasks.db');
  return {
    file,
    size: () => [file, `${file}-wal`].reduce((sum, name) => sum + sizeOf(name), 0),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** What this process made the disk write, as the system counts it; `undefined` where it does not. */
export function readWrittenBytes(): number | undefined {
  try {
    const [, bytes] = /^write_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8')) ?? [];
    return bytes === undefined ? undefined : Number(bytes);
  } catch {
    return undefined;
  }
}

function sizeOf(name: string): number {
  return statSync(name, { throwIfNoEntry: false })?.size ?? 0;
}

/** Opens an engine over a file, or over the database at an address `postgres://...`. */
export function openBenchEngine(place: string): TaskEngine {
  return place.startsWith('postgres://')
    ? createPostgresEngine({ url: place })
    : createSqliteEngine({ file: place });
}
