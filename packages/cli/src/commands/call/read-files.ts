import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { acceptsMediaType, toErrorText } from '@formwork/core';
import mime from 'mime';
import { CliError } from '../../errors/cli-error.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { EXIT_CODES } from '../../exit-codes.ts';
import type { AnyRemoteSkill } from '../../remote/any-remote-skill.ts';
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

/**
 * Checks the types of files against those that the card of the agent tells of. Text and JSON are left
 * to the agent, as a card cannot tell whether it takes files of them. Throws `CliError`.
 */
export function checkFileTypes(
  files: readonly SentFile[],
  { id, fileTypes }: AnyRemoteSkill,
): void {
  if (fileTypes.length === 0) return;
  const accepted = [...fileTypes, 'text/plain', 'application/json'];
  for (const { name, mediaType } of files) {
    if (acceptsMediaType(accepted, mediaType)) continue;
    throw new CliError(
      `Cannot send ${name} as files for skill ${JSON.stringify(id)} must be ${fileTypes.join(', ')}: current type is ${mediaType}, by its name. --no-check sends it all the same.`,
      { exitCode: EXIT_CODES.invalid },
    );
  }
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
