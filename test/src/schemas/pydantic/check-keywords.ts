/** The keywords that describe a schema without accepting or refusing a value. */
const DESCRIPTIVE = [
  'type',
  'title',
  'description',
  'examples',
  'x-formwork-added',
  'x-formwork-repaired',
];

/**
 * Checks that a schema has only descriptive and understood keywords.
 *
 * @throws Error if the schema has any other keyword
 */
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
