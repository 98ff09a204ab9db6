import { TypegenError } from './typegen-error.ts';

/** Thrown when a source cannot be read, or is not what types can be made from. */
export class TypegenSourceError extends TypegenError {
  readonly code = 'TYPEGEN_SOURCE';
}
