import type { FileProblem } from '@formwork/core';
import { judgeFiles, toFileRules } from '@formwork/core/internal';
import { toErrorText } from '@formwork/schema';
import mime from 'mime';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { CliError, UsageError } from '../../errors/errors.ts';
import { EXIT_CODES } from '../../exit-codes.ts';
import type { CallFlags } from './call-request.ts';
import type { CallTarget } from './call-target.ts';

/**
 * The highest total size of the sent files, in bytes. They are held in memory, and sent as one JSON
 * text.
 */
const MAX_BYTES = 64 * 1024 * 1024;

/** A file that is sent with a call: its name, type and bytes. */
export interface SentFile {
  readonly content: Uint8Array;
  readonly name: string;
  readonly mediaType: string;
}

/**
 * Reads the files of `--file`. Their media types follow from their names.
 *
 * @throws UsageError for a file that cannot be read, before anything is sent
 */
export async function readFiles({ file: paths = [] }: CallFlags): Promise<SentFile[]> {
  const files: SentFile[] = [];
  let room = MAX_BYTES;
  for (const path of paths) {
    room -= await sizeOf(path);
    if (room < 0) {
      throw new UsageError(
        `Cannot send ${path} because all files together must have at most ${MAX_BYTES} bytes.`,
      );
    }
    const content = await read(path);
    const mediaType = mime.getType(path) ?? 'application/octet-stream';
    files.push({ content, name: basename(path), mediaType });
  }
  return files;
}

/**
 * Checks files against the types and limits that the agent's card gives.
 *
 * @throws CliError
 */
export function checkFiles(
  files: readonly SentFile[],
  { title, fileTypes, fileLimits }: Pick<CallTarget, 'fileLimits' | 'fileTypes' | 'title'>,
): void {
  const judged = files.map(({ mediaType, content }) => ({ mediaType, size: content.byteLength }));
  const [problem] = judgeFiles(judged, toFileRules(fileTypes, fileLimits));
  const name = files[problem?.index ?? -1]?.name;
  if (problem === undefined || name === undefined) return;
  const { mediaType } = judged[problem.index] ?? {};
  const { rule, current } = describe(problem, { title, mediaType, fileTypes });
  throw new CliError(
    `Cannot send ${name} because ${rule}: ${current}. --no-check sends it all the same.`,
    { exitCode: EXIT_CODES.invalid },
  );
}

function describe(
  problem: FileProblem,
  {
    title,
    mediaType,
    fileTypes,
  }: Pick<CallTarget, 'fileTypes' | 'title'> & { readonly mediaType: string | undefined },
): { readonly rule: string; readonly current: string } {
  switch (problem.kind) {
    case 'type':
      return {
        rule: `files for ${title} must be ${fileTypes.join(', ')}`,
        current: `current type is ${mediaType}, by its name`,
      };
    case 'size':
      return {
        rule: `each file for ${title} must have at most ${problem.maxBytes} bytes`,
        current: `current size is ${problem.size} bytes`,
      };
    case 'count':
      return {
        rule: `${title} must get at most ${problem.maxFiles} ${problem.maxFiles === 1 ? 'file' : 'files'}`,
        current: `current number is ${problem.count}`,
      };
  }
}

async function sizeOf(path: string): Promise<number> {
  const stats = await stat(path).catch((error: unknown) => refuse(path, error));
  if (!stats.isFile()) throw new UsageError(`Cannot send ${path} because it must be a file.`);
  return stats.size;
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
