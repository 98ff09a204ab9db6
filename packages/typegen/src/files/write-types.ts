import type { Agent } from '@formwork/core';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { TypegenFileError, type TypegenWarning } from '../errors.ts';
import {
  GENERATED_BY,
  generateTypes,
  type GeneratedTypes,
  type GenerateTypesOptions,
} from '../generate/generate-types.ts';
import { fromAgent, isAgent } from '../sources/agent.ts';
import type { FetchAgentCardOptions } from '../sources/fetch-agent-card.ts';
import { readTypeSource } from '../sources/read-type-source.ts';
import type { TypeSource } from '../type-source.ts';

/** A module to generate. */
export interface TypesTarget {
  /** A text for `readTypeSource`, an agent, or a source that is at hand. */
  readonly source: string | Agent | TypeSource;
  /** Path of the module. */
  readonly file: string;
}

/** Options for generating modules. */
export interface TypesFileOptions extends GenerateTypesOptions {
  /** How to fetch cards. */
  readonly fetch?: FetchAgentCardOptions;
}

/** Options of {@link writeTypes}. */
export interface WriteTypesOptions extends TypesFileOptions {
  /** True also overwrites files that were not generated. Default false. */
  readonly overwrite?: boolean;
}

/** The file of a target, and whether it was written. */
export interface WrittenTypes {
  readonly file: string;
  /** `unchanged` files are not touched, so that nothing that watches them wakes up. */
  readonly state: 'written' | 'unchanged';
  readonly warnings: readonly TypegenWarning[];
}

/**
 * Generates modules and writes those that differ from their files. A file is replaced as a whole:
 * nobody reads half of one, and one that was not generated is left alone. Throws what
 * `readTypeSource` and `generateTypes` throw, and `TypegenFileError`; then files of earlier targets
 * have been written.
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
  const written: WrittenTypes[] = [];
  for (const target of targets) {
    const { code, warnings } = await generateTarget(target, options);
    const { file } = target;
    const existing = await readExisting(file);
    const unchanged = existing === code;
    if (!unchanged) {
      if (options.overwrite !== true) assertGenerated(file, existing);
      await replaceFile(file, code);
    }
    written.push({ file, state: unchanged ? 'unchanged' : 'written', warnings });
  }
  return written;
}

/** The file of a target, compared with the module that would be generated now. */
export interface CheckedTypes {
  readonly file: string;
  readonly state: 'current' | 'outdated' | 'missing';
  readonly warnings: readonly TypegenWarning[];
}

/**
 * Compares files with the modules that would be generated, byte by byte. Writes nothing.
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
    const state = existing === undefined ? 'missing' : existing === code ? 'current' : 'outdated';
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
 * Characters in which the comment of a generated module must stand: tools put lines of their own
 * before it.
 */
const HEAD = 2_000;

/** @throws TypegenFileError for a file that somebody wrote by hand; an empty one may be replaced. */
function assertGenerated(file: string, existing = ''): void {
  if (existing.trim() === '' || existing.slice(0, HEAD).includes(GENERATED_BY)) return;
  throw new TypegenFileError(
    `Cannot write ${JSON.stringify(file)} as it must be a generated module: it has text of somebody else, without the line "${GENERATED_BY}".`,
    { reason: 'foreign' },
  );
}

async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(temporary, text);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw createFileError(file, error);
  }
}

function createFileError(file: string, cause: unknown): TypegenFileError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const found = cause instanceof Error ? cause.message : String(cause);
  return code === 'EISDIR'
    ? new TypegenFileError(
        `Cannot write ${JSON.stringify(file)} as it must be a file: it is a folder.`,
        {
          reason: 'folder',
          cause,
        },
      )
    : new TypegenFileError(
        `Cannot write ${JSON.stringify(file)} as it must be a file that can be written: ${found}`,
        { reason: 'refused', cause },
      );
}
