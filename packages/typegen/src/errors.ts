import { FormworkError } from '@formwork/schema';

/** Base of every error of this package. */
export abstract class TypegenError extends FormworkError {}

/**
 * Why a source cannot be used: its name is no URL or path that could be one, there is no such
 * file, the agent does not answer as it must, a module does not run, or no types can be made from
 * its content.
 */
export type TypegenSourceReason = 'name' | 'missing' | 'unreachable' | 'module' | 'invalid';

/** Options of {@link TypegenSourceError}. */
export interface TypegenSourceErrorOptions extends ErrorOptions {
  /** Default `invalid`. */
  readonly reason?: TypegenSourceReason;
}

/** Thrown when a source cannot be read, or when no types can be made from it. */
export class TypegenSourceError extends TypegenError {
  readonly code = 'TYPEGEN_SOURCE';
  readonly reason: TypegenSourceReason;

  constructor(message: string, { reason = 'invalid', ...options }: TypegenSourceErrorOptions = {}) {
    super(message, options);
    this.reason = reason;
  }
}

/** Thrown when a source is larger, deeper or slower than its limits allow. */
export class TypegenLimitError extends TypegenError {
  readonly code = 'TYPEGEN_LIMIT';

  /** The name of the limit, as in the options. */
  readonly limit: string;

  constructor(subject: string, limit: { readonly name: string; readonly expected: string }) {
    super(`Cannot generate types as ${subject} must ${limit.expected} (limit "${limit.name}")`);
    this.limit = limit.name;
  }
}

/** Thrown when the generator fails on a schema that was admitted; the cause says how. */
export class TypegenOutputError extends TypegenError {
  readonly code = 'TYPEGEN_OUTPUT';
}

/** Why a module cannot be written: somebody else wrote it, it is a folder, or the disk refuses. */
export type TypegenFileReason = 'foreign' | 'folder' | 'refused';

/** Options of {@link TypegenFileError}. */
export interface TypegenFileErrorOptions extends ErrorOptions {
  readonly reason: TypegenFileReason;
}

/** Thrown when the file of a target must not or cannot be written. */
export class TypegenFileError extends TypegenError {
  readonly code = 'TYPEGEN_FILE';
  readonly reason: TypegenFileReason;

  constructor(message: string, { reason, ...options }: TypegenFileErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** A place where the types say less than the schema. */
export interface TypegenWarning {
  /**
   * - `reference-unresolved`: leads to no schema of the source; nothing is ever loaded for it
   * - `reference-dynamic`: depends on who refers to it, and several schemas could be meant
   * - `reference-circular`: leads back to itself without getting further
   * - `union-too-large`: has more alternatives than a compiler bears
   * - `schema-missing`: is named by a skill of the card, but is not among its schemas
   * - `type-unknown`: says a word in `type` that JSON Schema does not have
   */
  readonly code:
    | 'reference-unresolved'
    | 'reference-dynamic'
    | 'reference-circular'
    | 'union-too-large'
    | 'schema-missing'
    | 'type-unknown';
  /** The document, as the source calls it, and the JSON pointer (RFC 6901) into it. */
  readonly where: string;
  /** Says what was found, and what stands in the types instead. */
  readonly message: string;
}

/** Shows a value in a message: as JSON, 60 characters at most, none of them invisible. */
export function previewValue(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, 61)) : nameKind(value);
  const visible = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return visible.length > 60 ? `${visible.slice(0, 59)}…` : visible;
}

function nameKind(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
