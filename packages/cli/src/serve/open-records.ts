import type { TaskLogger } from '@formwork/core';
import { readHandleKey } from '@formwork/mcp';
import type { SharedRecords } from '@formwork/runtime';
import { toErrorText } from '@formwork/schema';
import { randomBytes } from 'node:crypto';
import { makeFolderOf } from '../save/folders.ts';
import { toHandleKeyFile } from '../save/handle-key-file.ts';
import { loadPostgres, parseStore } from './open-engine.ts';

/**
 * Opens the records that all processes on one store of tasks share: in the same schema of a
 * database, or in a file beside that of the tasks; `undefined` for `memory:`.
 *
 * @throws UsageError and EngineStorageError
 */
export async function openRecords(store: string): Promise<SharedRecords | undefined> {
  const location = parseStore(store);
  if (location.kind === 'memory') return undefined;
  if (location.kind === 'postgres') {
    const { createPostgresRecords } = await loadPostgres();
    const { url, schema, isPooled } = location;
    return createPostgresRecords({ url, isPooled, ...(schema !== undefined && { schema }) });
  }
  await makeFolderOf(location.file);
  const { createSqliteRecords } = await import('@formwork/runtime/sqlite');
  return createSqliteRecords({ file: `${location.file}-records` });
}

const HANDLE_KEY = 'mcp/handle-key';

/**
 * The time for which the shared key is kept after the last start of a process that uses it: 400
 * days, in milliseconds.
 */
const HANDLE_KEY_MS = 34_560_000_000;

/**
 * Finds the key for the handles and sessions of MCP hosts: the shared one, else that of this user,
 * because `dev` starts the agent anew after each change, and hosts go on. Returns `undefined` if
 * the user's key can be neither read nor written.
 */
export async function findMcpKey({
  handleKey,
  env,
}: {
  readonly handleKey: Uint8Array | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}): Promise<Uint8Array | undefined> {
  if (handleKey !== undefined) return handleKey;
  return readHandleKey({ file: toHandleKeyFile(env) }).catch(() => undefined);
}

/**
 * Opens what the replicas of an agent share besides its tasks.
 *
 * @throws UsageError, EngineStorageError, and BridgeError for a text that is not a key
 */
export async function openSharedState(
  settings: {
    readonly store?: string;
    readonly mcp?: boolean;
    /** The id by which a provider knows the pages, if people sign in there. */
    readonly clientId?: string;
    /** The key that encrypts handles, as 64 hexadecimal digits or in base64. */
    readonly mcpKey?: string;
  },
  logger: TaskLogger | undefined,
): Promise<{
  /** The shared records; absent for tasks in memory. */
  readonly records?: SharedRecords;
  /** The key that encrypts the handles of MCP hosts; absent if each process has its own. */
  readonly handleKey?: Uint8Array;
}> {
  const { store, mcp, mcpKey, clientId } = settings;
  const sharedKey =
    mcp === false || mcpKey === undefined ? undefined : await readHandleKey({ text: mcpKey });
  // The people door, which every agent has, keeps drafts and shares there.
  const records = store === undefined ? undefined : await openRecords(store);
  // The key also seals the visits of people who sign in, with or without MCP.
  const isNeeded = mcp !== false || clientId !== undefined;
  const handleKey = sharedKey ?? (isNeeded ? await findSharedKey(records, logger) : undefined);
  return { ...(records && { records }), ...(handleKey && { handleKey }) };
}

/**
 * Finds the key of handles that all processes on the store share, so that an MCP host may continue
 * a task at another process, and after a restart. Returns `undefined` if the store does not answer;
 * the handles then end with this process.
 */
async function findSharedKey(
  records: SharedRecords | undefined,
  logger: TaskLogger | undefined,
): Promise<Uint8Array | undefined> {
  if (records === undefined) return undefined;
  const candidate = randomBytes(32).toString('hex');
  try {
    const { value } = await records.add(HANDLE_KEY, { value: candidate, ttlMs: HANDLE_KEY_MS });
    await records.set(HANDLE_KEY, { value, ttlMs: HANDLE_KEY_MS }, { replaces: value });
    return await readHandleKey({ text: value });
  } catch (error) {
    logger?.warn('Handles of MCP hosts end with this process', { error: toErrorText(error) });
    return undefined;
  }
}
