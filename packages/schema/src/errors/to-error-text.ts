/**
 * Describes a thrown value for a log: the stack of an error, else the value as text. Never throws,
 * even for a value that cannot be turned into text.
 */
export function toErrorText(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? (thrown.stack ?? thrown.message) : thrown);
  } catch {
    return `a thrown ${typeof thrown} that cannot be shown`;
  }
}
