import { TypegenError } from './typegen-error.ts';

/** Thrown when the generator fails on a schema that was admitted; the cause says how. */
export class TypegenOutputError extends TypegenError {
  readonly code = 'TYPEGEN_OUTPUT';
}
