/** The names of the forms below: what an alternative holds of its own kind. */
export const RECURSIONS = ['optional', 'required', 'listed', 'untagged'] as const;

type Recursion = (typeof RECURSIONS)[number];

const SELF = { $ref: '#/$defs/rule' } as const;

/**
 * Makes the schema of an expression, whose alternatives hold expressions again: optional ones,
 * required ones, lists, or ones that only their fields tell apart.
 */
export function toRecursive(recursion: Recursion, count: number): Record<string, unknown> {
  const rule = { oneOf: Array.from({ length: count }, (_, n) => toAlternative(recursion, n)) };
  return {
    type: 'object',
    properties: { rule: SELF, other: SELF },
    required: ['rule'],
    $defs: { rule },
  };
}

function toAlternative(recursion: Recursion, n: number): object {
  const left = recursion === 'listed' ? { type: 'array', items: SELF } : SELF;
  const name = recursion === 'untagged' ? `left${n}` : 'left';
  const tag = recursion === 'untagged' ? {} : { kind: { const: `kind${n}` } };
  const held = n === 0 ? {} : { [name]: left, right: SELF };
  const required = [...Object.keys(tag), ...(recursion === 'optional' || n === 0 ? [] : [name])];
  return {
    type: 'object',
    title: `Kind ${n}`,
    properties: { ...tag, [`value${n}`]: { type: 'string' }, ...held },
    required,
  };
}

/** Makes a value of the form's `rule`, whose expressions of kind `n` are nested so many times. */
export function toExpression(recursion: Recursion, n: number, depth: number): object {
  const kind = depth === 0 ? 0 : n;
  const tag = recursion === 'untagged' ? {} : { kind: `kind${kind}` };
  const value = { ...tag, [`value${kind}`]: 'x' };
  if (depth === 0) return value;
  const left = toExpression(recursion, n, depth - 1);
  const name = recursion === 'untagged' ? `left${n}` : 'left';
  return { ...value, [name]: recursion === 'listed' ? [left] : left };
}
