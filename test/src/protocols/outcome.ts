/** A problem as any of the protocols tells it. */
interface PlainProblem {
  readonly pointer?: string;
  readonly field?: string;
}

/** Outcomes in words that no protocol has for itself. */
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

/** The order of members says nothing in JSON, and protocols need not keep it. */
function toSorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, toSorted(member)]));
}

/** By the line that is the question: some protocols have the schema in words below it. */
export function toAsked(prompt: unknown): string {
  const lines = String(prompt).split('\n');
  return `asks: ${lines.find((line) => line.endsWith('?')) ?? lines[0]}`;
}

export function toFailed(text: unknown): string {
  return `failed: ${String(text)}`;
}

/** Where structured input does not fit. */
export function toInvalid(problems: readonly PlainProblem[]): string {
  const places = problems.map(({ pointer, field }) => pointer ?? field ?? '?');
  return `refused: invalid input at ${[...new Set(places)]
    .map((place) => (place === '' ? 'its root' : place))
    .toSorted()
    .join(', ')}`;
}

/** What no case expects, whole, so that the table shows it. */
export function toSurprise(status: number, body: unknown): string {
  return `surprise: ${status} ${JSON.stringify(body)?.slice(0, 300)}`;
}
