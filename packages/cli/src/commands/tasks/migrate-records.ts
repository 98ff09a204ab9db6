import type { KeptRecord, SharedRecords } from '@formwork/runtime';
import { existsSync } from 'node:fs';
import { CliError } from '../../errors/errors.ts';
import { parseStore } from '../../serve/open-engine.ts';
import { openRecords } from '../../serve/open-records.ts';

/** The outcome of {@link migrateRecords}. */
export interface RecordsMigration {
  /** The number of records of the source whose time is not over. */
  readonly records: number;
  /** The number of records that this run copied to the target. */
  readonly copiedRecords: number;
  /** The keys under which the target has a record with another text, which it keeps. */
  readonly otherRecords: readonly string[];
}

/**
 * Copies what replicas share beside their tasks, such as drafts, shares and keys, from one store to
 * another. Every record takes along what is left of its time, so no kind of them is left behind:
 * none is a lock, and nonces of received messages must not be forgotten early. A record that the
 * target has under the same key stays.
 *
 * @throws CliError if records cannot be moved, and EngineStorageError
 */
export async function migrateRecords(from: string, to: string): Promise<RecordsMigration> {
  const location = parseStore(from);
  const isMissing = location.kind === 'sqlite' && !existsSync(`${location.file}-records`);
  const source = isMissing ? undefined : await openRecords(from);
  try {
    const first = await listPage(source);
    // A store of files gets none for records unless there are some.
    const target = first.length === 0 ? undefined : await openRecords(to);
    try {
      return await copyPages(first, { source, target });
    } finally {
      await target?.close();
    }
  } finally {
    await source?.close();
  }
}

async function listPage(
  source: SharedRecords | undefined,
  after?: string,
): Promise<readonly KeptRecord[]> {
  if (source === undefined) return [];
  if (source.listAll !== undefined) return source.listAll(after);
  throw new CliError('Cannot move records because they cannot be listed: update their package.');
}

async function copyPages(
  first: readonly KeptRecord[],
  {
    source,
    target,
  }: {
    readonly source: SharedRecords | undefined;
    readonly target: SharedRecords | undefined;
  },
): Promise<RecordsMigration> {
  let [records, copiedRecords] = [0, 0];
  const otherRecords: string[] = [];
  for (let page = first; page.length > 0; page = await listPage(source, page.at(-1)?.key)) {
    for (const { key, value, ttlMs } of page) {
      const added = await target?.add(key, { value, ttlMs });
      records += 1;
      if (added?.isNew === true) copiedRecords += 1;
      if (added !== undefined && added.value !== value) otherRecords.push(key);
    }
  }
  return { records, copiedRecords, otherRecords };
}
