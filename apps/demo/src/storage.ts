import { createMemoryEngine, type SharedRecords, type TaskEngine } from '@formwork/runtime';
import { createSqliteEngine, createSqliteRecords } from '@formwork/runtime/sqlite';
import { describeStore, parseStore, type StoreLocation } from '@formwork/runtime/store';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** The open storage of the demo: its tasks, and the data that its replicas share. */
export interface Storage {
  readonly engine: TaskEngine;
  /** The place of the tasks, to print for people; it contains no password. */
  readonly location: string;
  /**
   * The records that all replicas on one store share: in the database, or in a file beside that of
   * the tasks; absent if the tasks are in memory.
   */
  readonly records?: SharedRecords;
  /**
   * The key that encrypts the handles of MCP hosts, the same in all replicas on one database;
   * absent if the tasks are in a file.
   */
  readonly handleKey?: Uint8Array;
  close(): Promise<void>;
}

/** The SQLite file that keeps the demo's tasks if the environment names no other storage. */
const DEFAULT_FILE = '.formwork/demo.sqlite';

const HANDLE_KEY = 'demo/handle-key';
const HANDLE_KEY_MS = 34_560_000_000;

/** A PostgreSQL database, parsed from the name of a store. */
type Database = Extract<StoreLocation, { readonly kind: 'postgres' }>;

/**
 * Opens the store that `FORMWORK_FILE` names, else the one that `DATABASE_URL` names, else a file
 * in the current folder.
 *
 * @throws StoreNameError for a name that stands for no store
 */
export async function openStorage(): Promise<Storage> {
  const { FORMWORK_FILE: file, DATABASE_URL: url = '' } = process.env;
  const name = file ?? (url === '' ? createDefaultFile() : url);
  const store = parseStore(name);
  const location = describeStore(name);
  if (store.kind === 'postgres') return openDatabase(store, location);
  if (store.kind === 'memory') {
    const engine = createMemoryEngine();
    return { engine, location, close: () => engine.close() };
  }
  const engine = createSqliteEngine({ file: store.file });
  const records = createSqliteRecords({ file: `${store.file}-records` });
  return {
    engine,
    location,
    records,
    async close() {
      await records.close();
      await engine.close();
    },
  };
}

async function openDatabase(
  { url, schema, isPooled }: Database,
  location: string,
): Promise<Storage> {
  const { createPostgresEngine, createPostgresRecords } = await import('@formwork/postgres');
  const options = { url, isPooled, ...(schema !== undefined && { schema }) };
  const engine = createPostgresEngine(options);
  const records = createPostgresRecords(options);
  async function close(): Promise<void> {
    await records.close();
    await engine.close();
  }
  try {
    const { value } = await records.add(HANDLE_KEY, {
      value: randomBytes(32).toString('hex'),
      ttlMs: HANDLE_KEY_MS,
    });
    return { engine, location, records, handleKey: Buffer.from(value, 'hex'), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Creates the folder of the default SQLite file, which the engine needs and a fresh checkout lacks,
 * and returns the path of the file.
 */
function createDefaultFile(): string {
  mkdirSync(dirname(DEFAULT_FILE), { recursive: true, mode: 0o700 });
  return DEFAULT_FILE;
}
