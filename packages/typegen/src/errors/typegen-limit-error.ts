import { TypegenError } from './typegen-error.ts';

/** Thrown when a source is larger, deeper or slower than its limits allow. */
export class TypegenLimitError extends TypegenError {
  readonly code = 'TYPEGEN_LIMIT';

  /** Which limit, as the options call it. */
  readonly limit: string;

  constructor(subject: string, limit: { readonly name: string; readonly expected: string }) {
    super(`Cannot generate types as ${subject} must ${limit.expected} (limit "${limit.name}")`);
    this.limit = limit.name;
  }
}
