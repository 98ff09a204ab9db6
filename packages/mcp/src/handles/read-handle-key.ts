import { publishNewFile, hasCode } from '@formwork/schema/internal';
import { randomBytes } from 'node:crypto';
import * as files from 'node:fs/promises';
import { dirname } from 'node:path';
import { BridgeError } from '../errors.ts';
import { HANDLE_KEY_BYTES } from './handle-cipher.ts';

/** Options of {@link readHandleKey}. */
export interface HandleKeyOptions {
  /** The key as 64 hexadecimal digits or in base64. It takes precedence over the file. */
  readonly text?: string | undefined;
  /** The path of the file with the key; a missing file is made, with mode 0600. */
  readonly file?: string | undefined;
}

/**
 * Returns the key that encrypts handles: that of the text, else that of the file, else a new one
 * that lasts as long as the process.
 *
 * A key file that other users could read is replaced; handles made with the old key are then
 * invalid.
 *
 * @throws BridgeError for a text that is not a key, or a file that others can read and that cannot
 * be replaced.
 *
 * @example
 * ```ts
 * import { createBridge, readHandleKey } from '@formwork/mcp';
 *
 * const handleKey = await readHandleKey({ file: 'data/handle.key' });
 * const bridge = createBridge({ agents: [], handleKey });
 * ```
 */
export async function readHandleKey({ text, file }: HandleKeyOptions = {}): Promise<Uint8Array> {
  if (text !== undefined) return parseKey(text, 'the environment');
  if (file === undefined) return randomBytes(HANDLE_KEY_BYTES);
  try {
    return await readKeyFile(file);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  await files.mkdir(dirname(file), { recursive: true, mode: 0o700 });
  return createKeyFile(file);
}

async function readKeyFile(file: string): Promise<Uint8Array> {
  const { mode } = await files.stat(file);
  // A key that others may have read is no longer used.
  if (process.getuid !== undefined && (mode & 0o077) !== 0) {
    await replaceExposed(file);
    return createKeyFile(file);
  }
  return parseKey(await files.readFile(file, 'utf8'), file);
}

async function replaceExposed(file: string): Promise<void> {
  try {
    await files.rm(file);
  } catch (cause) {
    throw new BridgeError(
      `Cannot use the key of handles in ${file} because others can read it, and it cannot be replaced. Give the key by the environment, or a file of mode 0600.`,
      { cause },
    );
  }
}

async function createKeyFile(file: string): Promise<Uint8Array> {
  const key = randomBytes(HANDLE_KEY_BYTES);
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await files.writeFile(draft, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
    if (await publishNewFile(draft, file, files)) return key;
    // Another process was faster; both have to use its key.
    return await readKeyFile(file);
  } finally {
    await files.rm(draft, { force: true });
  }
}

function parseKey(text: string, source: string): Uint8Array {
  const trimmed = text.trim();
  const isHex = /^[0-9a-f]{64}$/iu.test(trimmed);
  const key = Buffer.from(trimmed, isHex ? 'hex' : 'base64');
  if (key.length === HANDLE_KEY_BYTES) return key;
  throw new BridgeError(
    `Cannot read the key of handles from ${source} because it must have ${HANDLE_KEY_BYTES} bytes, written as 64 hexadecimal digits or in base64: current value has ${key.length}`,
  );
}
