/** Thrown by a benchmark that cannot run on this machine, such as without a database. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}
