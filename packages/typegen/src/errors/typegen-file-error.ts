import { TypegenError } from './typegen-error.ts';

/** Why a module cannot be written: somebody else wrote it, it is a folder, or the disk refuses. */
export type TypegenFileReason = 'foreign' | 'folder' | 'refused';

/** Options of {@link TypegenFileError}. */
export interface TypegenFileErrorOptions extends ErrorOptions {
  readonly reason: TypegenFileReason;
}

/** Thrown when the file of a target is not one that may be written, or cannot be. */
export class TypegenFileError extends TypegenError {
  readonly code = 'TYPEGEN_FILE';
  readonly reason: TypegenFileReason;

  constructor(message: string, { reason, ...options }: TypegenFileErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
