/** A copy of a JSON value, which its new owner may change. */
export function copyJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyJson);
  // Not by assignment, which would take a key "__proto__" for something else.
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyJson(member)]));
}
