import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { toErrorText } from '@formwork/core';
import mime from 'mime';
import { UsageError } from '../../errors/usage-error.ts';
import type { CallFlags } from './call-flags.ts';

/** All files together: they are held in memory, and go over the wire as one JSON text. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A file to send along. */
interface SentFile {
  readonly content: Uint8Array;
  readonly name: string;
  readonly mediaType: string;
}

/**
 * The files of `--file`; their types follow from their names. Throws `UsageError` for what cannot be
 * read, before anything is sent.
 */
export async function readFiles({ file: paths = [], task }: CallFlags): Promise<SentFile[]> {
  if (paths.length > 0 && task !== undefined) {
    throw new UsageError(
      'Cannot send files with --task as they belong to the message that begins a task.',
    );
  }
  const files: SentFile[] = [];
  let left = MAX_BYTES;
  for (const path of paths) {
    left -= await sizeOf(path);
    if (left < 0) {
      throw new UsageError(
        `Cannot send ${path} as all files together must have at most ${MAX_BYTES} bytes.`,
      );
    }
    const content = await read(path);
    const mediaType = mime.getType(path) ?? 'application/octet-stream';
    files.push({ content, name: basename(path), mediaType });
  }
  return files;
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: unknown) => refuse(path, error));
  if (!found.isFile()) throw new UsageError(`Cannot send ${path} as it must be a file.`);
  return found.size;
}

async function read(path: string): Promise<Uint8Array> {
  return readFile(path).catch((error: unknown) => refuse(path, error));
}

function refuse(path: string, error: unknown): never {
  const reason =
    error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? 'there is no such file'
      : toErrorText(error).split('\n')[0];
  throw new UsageError(`Cannot send ${path}: ${reason}.`, { cause: error });
}
