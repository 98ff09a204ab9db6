import type { OutgoingFile } from '@formwork/client';
import type { FileProblem } from '@formwork/core';
import { judgeFiles, toFileRules } from '@formwork/core/internal';
import { createValidator, toModelText, type Problem } from '@formwork/schema';
import { isRecord, toRecord, parseUrl } from '@formwork/schema/json';
import { FILES_ARGUMENT, createFilesSchema, type SkillFiles } from '../schema/files-argument.ts';

/**
 * The arguments of a call without its files, and the files; or the text for the model if a file
 * cannot be read.
 */
export type TakenFiles =
  | {
      readonly kind: 'valid';
      readonly args: Readonly<Record<string, unknown>>;
      readonly files: readonly OutgoingFile[];
    }
  | { readonly kind: 'invalid'; readonly text: string; readonly problems: readonly Problem[] };

/** Options of {@link takeFiles}. */
export interface TakeFilesOptions {
  readonly skill: SkillFiles;
  /**
   * Reads a resource of this bridge; `undefined` for an address that is not one, or that this
   * caller may not read.
   */
  readonly readPart: (uri: string) => Promise<Uint8Array | undefined>;
}

/** Separates the files from the arguments of a tool whose skill accepts files. */
export async function takeFiles(
  args: Readonly<Record<string, unknown>>,
  { skill, readPart }: TakeFilesOptions,
): Promise<TakenFiles> {
  const { fileTypes, fileLimits } = skill;
  if (fileTypes.length === 0 || !Object.hasOwn(args, FILES_ARGUMENT)) {
    return { kind: 'valid', args, files: [] };
  }
  const { [FILES_ARGUMENT]: fileArgument, ...otherArguments } = args;
  const invalidAnswers = createValidator(createFilesSchema(skill)).check(fileArgument);
  const list =
    invalidAnswers.length === 0 && Array.isArray(fileArgument)
      ? Array.from<unknown>(fileArgument)
      : [];
  // Checks the types first, so that no file is read in vain.
  const rules = toFileRules(fileTypes);
  const mistyped = judgeFiles(list.map(toJudged), rules).map(toProblem);
  const read =
    mistyped.length > 0
      ? []
      : await Promise.all(list.map((entry, index) => readFile(entry, { index, readPart })));
  const files = read.flatMap((result) => ('file' in result ? [result.file] : []));
  const unread = read.flatMap((result) => ('problem' in result ? [result.problem] : []));
  const sizes = read.map((result) => ({
    mediaType: '',
    size: 'file' in result ? result.size : undefined,
  }));
  const tooMuch = judgeFiles(sizes, fileLimits).map(toProblem);
  const problems = [...invalidAnswers, ...mistyped, ...unread, ...tooMuch];
  if (problems.length === 0) return { kind: 'valid', args: otherArguments, files };
  const placed = problems.map((problem) => ({
    ...problem,
    pointer: `/${FILES_ARGUMENT}${problem.pointer}`,
  }));
  const example = [{ name: 'file', mime_type: fileTypes[0] ?? '', data: 'aGVsbG8=' }];
  return {
    kind: 'invalid',
    text: toModelText(placed, { schema: FILES_ARGUMENT, example: { [FILES_ARGUMENT]: example } }),
    problems: placed,
  };

  function toProblem(problem: FileProblem): Problem {
    const { index } = problem;
    switch (problem.kind) {
      case 'type': {
        const expected = `a media type that the skill takes: ${fileTypes.join(', ')}`;
        return createProblem(`/${index}/mime_type`, expected);
      }
      case 'size':
        return createProblem(
          `/${index}`,
          `a file of at most ${problem.maxBytes} bytes, it has ${problem.size}`,
        );
      case 'count':
        return createProblem(`/${index}`, `left out: the skill takes at most ${problem.maxFiles}`);
    }
  }
}

function toJudged(value: unknown): { readonly mediaType: string; readonly size: undefined } {
  const type = isRecord(value) ? value['mime_type'] : undefined;
  return { mediaType: typeof type === 'string' ? type : '', size: undefined };
}

function createProblem(pointer: string, expected: string): Problem {
  return { pointer, keyword: 'format', expected, message: `must be ${expected}` };
}

type ReadFile =
  | { readonly file: OutgoingFile; readonly size: number | undefined }
  | { readonly problem: Problem };

/** Reads one file argument, which already fits its schema. */
async function readFile(
  value: unknown,
  { index, readPart }: { readonly index: number } & Pick<TakeFilesOptions, 'readPart'>,
): Promise<ReadFile> {
  const { name, mime_type: type, data, uri } = toRecord(value);
  const described = {
    mediaType: typeof type === 'string' ? type : '',
    ...(typeof name === 'string' && { name }),
  };
  const toRead = (content: Uint8Array): ReadFile => ({
    file: { content, ...described },
    size: content.byteLength,
  });
  if ((typeof data === 'string') === (typeof uri === 'string')) {
    return { problem: createProblem(`/${index}`, 'an object with either data or uri') };
  }
  if (typeof data === 'string') {
    const content = toBytes(data);
    return content === undefined
      ? { problem: createProblem(`/${index}/data`, 'base64') }
      : toRead(content);
  }
  const address = typeof uri === 'string' ? parseUrl(uri) : undefined;
  if (address?.protocol === 'https:') {
    return { file: { content: address, ...described }, size: undefined };
  }
  const content =
    address?.protocol === 'data:'
      ? await toDataBytes(address.href)
      : typeof uri === 'string'
        ? await readPart(uri)
        : undefined;
  return content === undefined
    ? {
        problem: createProblem(
          `/${index}/uri`,
          'an https address, a data: URI, or the address of a file that a tool here gave; read any other resource and give it as data',
        ),
      }
    : toRead(content);
}

/** Decodes the bytes of a `data:` URI (RFC 2397); `undefined` if it is not valid. */
async function toDataBytes(uri: string): Promise<Uint8Array | undefined> {
  try {
    // Nothing is requested: the platform reads the address itself.
    const answer = await fetch(uri);
    return new Uint8Array(await answer.arrayBuffer());
  } catch {
    return undefined;
  }
}

function toBytes(base64: string): Uint8Array | undefined {
  const bytes = Buffer.from(base64, 'base64');
  // Node ignores characters that are not base64.
  const trimmed = base64.replaceAll(/[\s=]/gu, '');
  const isWhole = trimmed.length % 4 !== 1;
  return isWhole && bytes.length === Math.floor((trimmed.length * 3) / 4) ? bytes : undefined;
}
