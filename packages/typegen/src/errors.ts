import { FormworkError } from '@formwork/schema';

/** The base of every error that this package throws. */
export abstract class TypegenError extends FormworkError {}

/**
 * The reason why a source of types cannot be used. `name`: its name is not a URL or path.
 * `missing`: there is no such file. `unreachable`: the agent does not answer as it must. `module`:
 * a module does not run. `invalid`: no types can be made from its content.
 */
export type TypegenSourceReason = 'name' | 'missing' | 'unreachable' | 'module' | 'invalid';

/** Thrown when a source of types cannot be read, or when no types can be made from it. */
export class TypegenSourceError extends TypegenError {
  readonly code = 'TYPEGEN_SOURCE';
  readonly reason: TypegenSourceReason;

  constructor(
    message: string,
    {
      reason = 'invalid',
      ...options
    }: ErrorOptions & {
      /** The reason why the source cannot be used. Default `invalid`. */
      readonly reason?: TypegenSourceReason;
    } = {},
  ) {
    super(message, options);
    this.reason = reason;
  }
}

/** Thrown when a source of types is larger, deeper or slower than its limits allow. */
export class TypegenLimitError extends TypegenError {
  readonly code = 'TYPEGEN_LIMIT';

  /** The name of the limit that the source exceeds, as in {@link TypegenLimits}. */
  readonly limit: string;

  constructor(subject: string, limit: { readonly name: string; readonly expected: string }) {
    super(
      `Cannot generate types because ${subject} must ${limit.expected} (limit "${limit.name}")`,
    );
    this.limit = limit.name;
  }
}

/**
 * Thrown when the generator of TypeScript fails on a schema that passed every check; the `cause`
 * says how.
 */
export class TypegenOutputError extends TypegenError {
  readonly code = 'TYPEGEN_OUTPUT';
}

/**
 * The reason why a module cannot be written. `foreign`: the file was not generated. `folder`: the
 * path is a folder. `refused`: the system does not allow it.
 */
export type TypegenFileReason = 'foreign' | 'folder' | 'refused';

/** Thrown when a generated module must not, or cannot, be written to its file. */
export class TypegenFileError extends TypegenError {
  readonly code = 'TYPEGEN_FILE';
  readonly reason: TypegenFileReason;

  constructor(
    message: string,
    {
      reason,
      ...options
    }: ErrorOptions & {
      readonly reason: TypegenFileReason;
    },
  ) {
    super(message, options);
    this.reason = reason;
  }
}

/** A place where the generated types say less than the schema, or, if assumed, more. */
export interface TypegenWarning {
  /**
   * The kind of warning:
   * - `reference-unresolved`: a reference leads to no schema of the source; nothing is ever loaded
   * for it
   * - `reference-dynamic`: the target of a reference depends on who refers to it, and several
   * schemas could be meant
   * - `reference-circular`: a reference leads back to itself without getting further
   * - `union-too-large`: a type has more alternatives than a compiler bears
   * - `schema-missing`: a schema is named by a skill of the card, but is not among its schemas
   * - `type-unknown`: `type` holds a word that JSON Schema does not have
   * - `type-assumed`: schemas with properties or items but without `type` are taken for objects or
   * arrays, so that the type refuses other values that fit
   */
  readonly code:
    | 'reference-unresolved'
    | 'reference-dynamic'
    | 'reference-circular'
    | 'union-too-large'
    | 'schema-missing'
    | 'type-unknown'
    | 'type-assumed';
  /**
   * The place of the schema: the document, as the source calls it, and the JSON pointer (RFC 6901)
   * into it.
   */
  readonly where: string;
  /** A sentence that names the problem, and the type that was written instead. */
  readonly message: string;
}

/** Writes a value for a message: as JSON, in at most 60 characters, none of them invisible. */
export function previewValue(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, 61)) : nameKind(value);
  const visible = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return visible.length > 60 ? `${visible.slice(0, 59)}…` : visible;
}

function nameKind(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
