import { acceptsMediaType } from './media-type.ts';

/** Limits on the files of one message. */
export interface FileLimits {
  /** The largest size of each file, in bytes. Default: the limit of the server. */
  readonly maxBytes?: number;
  /** The largest number of files in one message. Default: any number. */
  readonly maxFiles?: number;
}

/** The rules for the files of a message: their types, sizes and number. */
export interface FileRules extends FileLimits {
  /** The media types and ranges of files that are accepted. Default: any. */
  readonly types?: readonly string[];
}

/** A file of a message, reduced to what the rules look at. */
export interface JudgedFile {
  /** The media type of the file; `''` if unknown. */
  readonly mediaType: string;
  /** The size of the file in bytes; `undefined` if the message only refers to it. */
  readonly size: number | undefined;
}

/**
 * The reason why a message's file at `index` is refused: its type, its size, or the number of
 * files.
 */
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
 * Lists the reasons why files of a message are refused, in order; `[]` if all are accepted. Every
 * endpoint and client uses this function, so that all give the same verdict.
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
 * Makes the rules for files from a skill's entry in the card. Text and JSON are left for the agent
 * to judge, because a card cannot say whether it takes files of these types.
 */
export function toFileRules(fileTypes: readonly string[], limits: FileLimits = {}): FileRules {
  return fileTypes.length === 0
    ? limits
    : { ...limits, types: [...fileTypes, 'text/plain', 'application/json'] };
}

/**
 * Reads the limits on files that a card gives for a skill, leaving out values that cannot be
 * limits.
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

/** True for a value that can be a limit on files: a whole number above 0. */
export function isFileLimit(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
