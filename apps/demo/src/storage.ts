import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SharedRecords, TaskEngine } from '@formwork/runtime';
import { createSqliteEngine } from '@formwork/runtime/sqlite';

/** The open storage of the demo: its tasks, and the data that its replicas share. */
export interface Storage {
  readonly engine: TaskEngine;
  /** The file or database URL of the tasks, to print for people; it contains no password. */
  readonly place: string;
  /** The records that all replicas on one database share; absent if the tasks are in a file. */
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

/**
 * Opens the file that `FORMWORK_FILE` names, else the PostgreSQL database of `DATABASE_URL`, else a
 * file in the current folder.
 */
export async function openStorage(): Promise<Storage> {
  const { FORMWORK_FILE: file, DATABASE_URL: url = '' } = process.env;
  if (file === undefined && url !== '') return openDatabase(url);
  const place = file ?? createDefaultFile();
  const engine = createSqliteEngine({ file: place });
  return { engine, place, close: () => engine.close() };
}

async function openDatabase(url: string): Promise<Storage> {
  const { createPostgresEngine, createPostgresRecords } = await import('@formwork/postgres');
  const engine = createPostgresEngine({ url });
  const records = createPostgresRecords({ url });
  async function close(): Promise<void> {
    await records.close();
    await engine.close();
  }
  try {
    const { value } = await records.add(HANDLE_KEY, {
      value: randomBytes(32).toString('hex'),
      ttlMs: HANDLE_KEY_MS,
    });
    const { host, pathname } = new URL(url);
    const place = `postgres://${host}${pathname}`;
    return { engine, place, records, handleKey: Buffer.from(value, 'hex'), close };
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
