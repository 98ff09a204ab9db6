import type { Json } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { createEntryStore, type EntryStore } from '../storage/entry-store.ts';
import type { KeyValueStore } from '../storage/key-value-store.ts';
import { readJson } from './draft.ts';
import { toBatchKey } from './run.ts';

/** A row of a table that is not done, with the id of its message, so that it is never done twice. */
export interface KeptRow {
  readonly number: number;
  readonly data: Json;
  readonly id: string;
  /** The id of its task; `''` until the agent says it. */
  readonly taskId: string;
}

/** The rows of a table that are not done yet, kept in case that the page is closed before. */
export interface KeptBatch {
  readonly id: string;
  readonly skillId: string;
  readonly schema: string;
  /** The fingerprint of the schema when the rows began to run. */
  readonly fingerprint: string;
  /** The mark of the person who runs them. */
  readonly owner: string;
  readonly startedAt: number;
  readonly rows: readonly KeptRow[];
}

/**
 * Opens the tables of one agent in the browser's storage, each of at most 1,000,000 characters. None
 * is dropped for another one.
 */
export function openBatches(store: KeyValueStore, agent: string): EntryStore<KeptBatch> {
  return createEntryStore<KeptBatch>({
    store,
    key: toBatchKey(agent),
    read: readBatch,
    toId: ({ id }) => id,
    maxLength: 1_000_000,
    isHeld: () => true,
  });
}

function readBatch(value: unknown): KeptBatch | undefined {
  if (!isRecord(value) || !Array.isArray(value['rows'])) return undefined;
  const { id, skillId, schema, fingerprint, owner, startedAt } = value;
  if (typeof id !== 'string' || typeof skillId !== 'string') return undefined;
  if (typeof schema !== 'string' || typeof fingerprint !== 'string') return undefined;
  if (typeof owner !== 'string' || typeof startedAt !== 'number') return undefined;
  const rows = value['rows'].flatMap(readRow);
  if (rows.length === 0) return undefined;
  return { id, skillId, schema, fingerprint, owner, startedAt, rows };
}

function readRow(value: unknown): readonly KeptRow[] {
  if (!isRecord(value)) return [];
  const { number, id, taskId } = value;
  const data = readJson(value['data']);
  if (typeof number !== 'number' || data === undefined) return [];
  return typeof id === 'string' && typeof taskId === 'string' ? [{ number, data, id, taskId }] : [];
}
