import type { Agent } from '@formwork/core';
import { isAgent } from '@formwork/core/internal';
import { replaceBusyFile } from '@formwork/schema/internal';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { TypegenFileError, type TypegenWarning } from '../errors.ts';
import {
  GENERATED_BY,
  generateTypes,
  type GeneratedTypes,
  type GenerateTypesOptions,
} from '../generate/generate-types.ts';
import { fromAgent } from '../sources/agent.ts';
import type { FetchAgentCardOptions } from '../sources/fetch-agent-card.ts';
import { readTypeSource } from '../sources/read-type-source.ts';
import type { TypeSource } from '../type-source.ts';

/** A module to generate: its source and its file. */
export interface TypesTarget {
  /**
   * The source of the types: a text for `readTypeSource`, an agent, or a source that has been read.
   */
  readonly source: string | Agent | TypeSource;
  /** The path of the file that the module is written to. */
  readonly file: string;
}

/** Options for generating modules from sources that are named by a text. */
export interface TypesFileOptions extends GenerateTypesOptions {
  /** Options for fetching agent cards: headers, time and limits. */
  readonly fetch?: FetchAgentCardOptions;
}

/**
 * Options of {@link writeTypes}: those of generating, and whether other files may be overwritten.
 */
export interface WriteTypesOptions extends TypesFileOptions {
  /** True overwrites files that were not generated as well. Default false. */
  readonly overwrite?: boolean;
}

/** The outcome for one target: its file, and whether that was written. */
export interface WrittenTypes {
  readonly file: string;
  /**
   * Whether the file was written. A file that is `unchanged` is not touched, so that programs that
   * watch it do not wake up.
   */
  readonly state: 'written' | 'unchanged';
  readonly warnings: readonly TypegenWarning[];
}

/**
 * Generates modules and writes those that differ from their files. A file is replaced as a whole,
 * so that no program reads half of one, and a file that was not generated is left alone. It throws what
 * `readTypeSource` and `generateTypes` throw, and `TypegenFileError`; the files of earlier targets
 * have then been written.
 *
 * @example
 * ```ts
 * import { readTypeSource, writeTypes } from '@formwork/typegen';
 *
 * const source = await readTypeSource('schemas');
 * await writeTypes([{ file: 'src/types.ts', source }]);
 * ```
 */
export async function writeTypes(
  targets: readonly TypesTarget[],
  options: WriteTypesOptions = {},
): Promise<readonly WrittenTypes[]> {
  const results: WrittenTypes[] = [];
  for (const target of targets) {
    const { code, warnings } = await generateTarget(target, options);
    const { file } = target;
    const existing = await readExisting(file);
    const unchanged = isSame(existing, code);
    if (!unchanged) {
      if (options.overwrite !== true) assertGenerated(file, existing);
      await replaceFile(file, code);
    }
    results.push({ file, state: unchanged ? 'unchanged' : 'written', warnings });
  }
  return results;
}

/** The outcome for one target: its file, compared with the module that would be generated now. */
export interface CheckedTypes {
  readonly file: string;
  readonly state: 'current' | 'outdated' | 'missing';
  readonly warnings: readonly TypegenWarning[];
}

/**
 * Compares files with the modules that would be generated now, character by character but for the
 * ends of lines, which Git may have changed. It writes nothing.
 *
 * @example
 * ```ts
 * import { checkTypes, readTypeSource } from '@formwork/typegen';
 *
 * const source = await readTypeSource('schemas');
 * const [checked] = await checkTypes([{ file: 'src/types.ts', source }]);
 * ```
 */
export async function checkTypes(
  targets: readonly TypesTarget[],
  options: TypesFileOptions = {},
): Promise<readonly CheckedTypes[]> {
  const checked: CheckedTypes[] = [];
  for (const target of targets) {
    const { code, warnings } = await generateTarget(target, options);
    const existing = await readExisting(target.file);
    const state =
      existing === undefined ? 'missing' : isSame(existing, code) ? 'current' : 'outdated';
    checked.push({ file: target.file, state, warnings });
  }
  return checked;
}

/** Generates the module of a target, without writing it. */
async function generateTarget(
  { source, file }: TypesTarget,
  options: TypesFileOptions,
): Promise<GeneratedTypes> {
  return generateTypes(await readSource(source, file, options), options);
}

async function readSource(
  source: TypesTarget['source'],
  file: string,
  { fetch, limits }: TypesFileOptions,
): Promise<TypeSource> {
  if (typeof source !== 'string') return isAgent(source) ? fromAgent(source) : source;
  return readTypeSource(source, {
    relativeTo: dirname(file),
    ...(fetch && { fetch }),
    ...(limits && { limits }),
  });
}

/** Reads the text of a file; `undefined` if there is none. */
async function readExisting(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw createFileError(file, error);
  }
}

/**
 * The number of first characters in which the mark of a generated module must stand, because tools
 * put lines of their own before it.
 */
const HEAD = 2_000;

/**
 * Refuses to overwrite a file that a person wrote; an empty file may be replaced.
 *
 * @throws TypegenFileError for a file that was not generated
 */
function assertGenerated(file: string, existing = ''): void {
  if (existing.trim() === '' || existing.slice(0, HEAD).includes(GENERATED_BY)) return;
  throw new TypegenFileError(
    `Cannot write ${JSON.stringify(file)} because it must be a generated module: it has text of another author, without the line "${GENERATED_BY}".`,
    { reason: 'foreign' },
  );
}

/** True if a file has this text, also with the ends of lines that Git gives it on Windows. */
function isSame(existing: string | undefined, text: string): boolean {
  return existing === text || existing?.replaceAll('\r\n', '\n') === text;
}

async function replaceFile(file: string, text: string): Promise<void> {
  // Processes in two containers may have the same id.
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(temporary, text);
    await replaceBusyFile(() => rename(temporary, file));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw createFileError(file, error);
  }
}

function createFileError(file: string, cause: unknown): TypegenFileError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const detail = cause instanceof Error ? cause.message : String(cause);
  return code === 'EISDIR'
    ? new TypegenFileError(
        `Cannot write ${JSON.stringify(file)} because it must be a file: it is a folder.`,
        {
          reason: 'folder',
          cause,
        },
      )
    : new TypegenFileError(
        `Cannot write ${JSON.stringify(file)} because it must be a file that can be written: ${detail}`,
        { reason: 'refused', cause },
      );
}
