import { acceptsMediaType } from './media-type.ts';

/** Limits of the files that one message may bring. */
export interface FileLimits {
  /** Most bytes of each file. Default: the limit of the server. */
  readonly maxBytes?: number;
  /** Most files. Default: any number. */
  readonly maxFiles?: number;
}

/** Rules for the files of a message. */
export interface FileRules extends FileLimits {
  /** Media types and ranges. Absent: any. */
  readonly types?: readonly string[];
}

/** A file, as far as rules look at it. */
export interface JudgedFile {
  /** `''` if unknown. */
  readonly mediaType: string;
  /** In bytes; `undefined` for a file that is elsewhere. */
  readonly size: number | undefined;
}

/** The reason why the file at `index` is refused. */
export type FileProblem =
  | { readonly kind: 'type'; readonly index: number; readonly types: readonly string[] }
  | {
      readonly kind: 'size';
      readonly index: number;
      readonly size: number;
      readonly maxBytes: number;
    }
  | {
      readonly kind: 'count';
      readonly index: number;
      readonly count: number;
      readonly maxFiles: number;
    };

/**
 * Lists what is wrong with the files of a message, in their order; `[]` if all are accepted. Every
 * door uses this, so no two disagree.
 */
export function judgeFiles(
  files: readonly JudgedFile[],
  { types, maxBytes, maxFiles }: FileRules,
): readonly FileProblem[] {
  return files.flatMap(({ mediaType, size }, index): readonly FileProblem[] => {
    if (types !== undefined && !acceptsMediaType(types, mediaType)) {
      return [{ kind: 'type', index, types }];
    }
    if (maxBytes !== undefined && size !== undefined && size > maxBytes) {
      return [{ kind: 'size', index, size, maxBytes }];
    }
    const count = files.length;
    return maxFiles !== undefined && index >= maxFiles
      ? [{ kind: 'count', index, count, maxFiles }]
      : [];
  });
}

/**
 * The rules for files of a skill, as its card tells them. Text and JSON are left to the agent,
 * because a card cannot tell whether it takes files of them.
 */
export function toFileRules(fileTypes: readonly string[], limits: FileLimits = {}): FileRules {
  return fileTypes.length === 0
    ? limits
    : { ...limits, types: [...fileTypes, 'text/plain', 'application/json'] };
}

/**
 * Reads the limits of files that a card gives for a skill; leaves out values that are no limits.
 */
export function readFileLimits(value: unknown): FileLimits {
  if (typeof value !== 'object' || value === null) return {};
  const [maxBytes, maxFiles] = ['maxBytes', 'maxFiles'].map((name) => {
    const limit: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    return isFileLimit(limit) ? limit : undefined;
  });
  return {
    ...(maxBytes !== undefined && { maxBytes }),
    ...(maxFiles !== undefined && { maxFiles }),
  };
}

/** True for a limit of files: a whole number above 0. */
export function isFileLimit(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
