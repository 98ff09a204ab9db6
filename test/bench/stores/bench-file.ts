import { createPostgresEngine } from '@formwork/postgres';
import type { TaskEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new file for the database that a benchmark uses. */
export interface BenchFile {
  readonly file: string;
  /** Returns the size of the file and its log, in bytes. */
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

/**
 * Returns the bytes that the disk wrote for this process, as the system counts them; `undefined` if
 * it does not count.
 */
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

/** Opens an engine over a file, or over a database at a URL `postgres://...`. */
export function openBenchEngine(place: string): TaskEngine {
  return place.startsWith('postgres://')
    ? createPostgresEngine({ url: place })
    : createSqliteEngine({ file: place });
}
