/**
 * What a log says of something that was thrown: the stack of an error, else the value as text.
 * Anything can be thrown, also what cannot be turned to text; this never throws.
 */
export function toErrorText(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? (thrown.stack ?? thrown.message) : thrown);
  } catch {
    return `a thrown ${typeof thrown} that cannot be shown`;
  }
}
