/** Keywords that describe, and accept or refuse nothing. */
const DESCRIPTIVE = [
  'type',
  'title',
  'description',
  'examples',
  'x-formwork-added',
  'x-formwork-repaired',
];

/** @throws Error if a schema says more than what is understood of it. */
export function checkKeywords(
  schema: Readonly<Record<string, unknown>>,
  understood: readonly string[],
  pointer: string,
): void {
  const known = new Set([...DESCRIPTIVE, ...understood]);
  const unknown = Object.keys(schema).filter((key) => !known.has(key));
  if (unknown.length > 0) {
    throw new Error(`Cannot write ${pointer} in Python: it uses ${unknown.join(', ')}`);
  }
}
