import { TypegenError } from './typegen-error.ts';

/**
 * Why a source cannot be used: its name is no URL or path that could be one, there is no such
 * file, the agent does not answer as it must, a module does not run, or what was read is not what
 * types are made from.
 */
export type TypegenSourceReason = 'name' | 'missing' | 'unreachable' | 'module' | 'invalid';

/** Options of {@link TypegenSourceError}. */
export interface TypegenSourceErrorOptions extends ErrorOptions {
  /** Default `invalid`. */
  readonly reason?: TypegenSourceReason;
}

/** Thrown when a source cannot be read, or is not what types can be made from. */
export class TypegenSourceError extends TypegenError {
  readonly code = 'TYPEGEN_SOURCE';
  readonly reason: TypegenSourceReason;

  constructor(message: string, { reason = 'invalid', ...options }: TypegenSourceErrorOptions = {}) {
    super(message, options);
    this.reason = reason;
  }
}
