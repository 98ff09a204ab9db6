/** A problem of an input, reduced to the fields that every protocol reports. */
interface PlainProblem {
  readonly pointer?: string;
  readonly field?: string;
}

/** The texts of outcomes, which all protocols share. */
export const OUTCOMES = {
  malformed: 'refused: malformed',
  unknown: 'refused: no such schema',
  stranger: 'refused: unauthenticated',
  missing: 'refused: no such task',
  conflict: 'refused: the id was used for another message',
  working: 'working',
  canceled: 'canceled',
} as const;

export function toCompleted(data: unknown): string {
  return `completed: ${typeof data === 'string' ? data : JSON.stringify(toSorted(data))}`;
}

/** Sorts the members of a value at all depths, because their order means nothing in JSON. */
function toSorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, toSorted(member)]));
}

/**
 * Returns the outcome for a question, by the line that ends in a question mark, because some
 * protocols describe the schema below.
 */
export function toAsked(prompt: unknown): string {
  const lines = String(prompt).split('\n');
  return `asks: ${lines.find((line) => line.endsWith('?')) ?? lines[0]}`;
}

export function toFailed(text: unknown): string {
  return `failed: ${String(text)}`;
}

/** Returns the outcome for structured input that does not fit, with the places of the problems. */
export function toInvalid(problems: readonly PlainProblem[]): string {
  const places = problems.map(({ pointer, field }) => pointer ?? field ?? '?');
  return `refused: invalid input at ${[...new Set(places)]
    .map((place) => (place === '' ? 'its root' : place))
    .toSorted()
    .join(', ')}`;
}

/** Returns the outcome for an unexpected answer, with its content, so that failures show it. */
export function toSurprise(status: number, body: unknown): string {
  return `surprise: ${status} ${JSON.stringify(body)?.slice(0, 300)}`;
}
