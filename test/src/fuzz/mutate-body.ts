import fc from 'fast-check';

type Path = readonly (string | number)[];

/** Generates values that decoders often fail on. */
const awkward: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    2 ** 53,
    '',
    ' ',
    '\u0000',
    '{}',
    'x'.repeat(300),
    [],
    {},
    [null],
    { kind: 'file' },
    { kind: 'file', file: null },
    { kind: 'data' },
    { text: 7 },
    { raw: 'not base64 !' },
    { url: 5 },
    { data: null, metadata: { mimeType: 'application/json;schema=fightComparison' } },
    { __proto__: null, constructor: { prototype: 1 }, toString: 'x' },
    JSON.parse('{"__proto__": {"polluted": true}}'),
    nest(100),
  ),
  fc.jsonValue(),
);

/**
 * Generates copies of `body` in which one to three places are replaced, removed, wrapped or added
 * to.
 */
export function mutateBody(body: unknown): fc.Arbitrary<unknown> {
  const edit = fc.record({
    place: fc.nat(),
    kind: fc.constantFrom('replace', 'remove', 'wrap', 'add'),
    value: awkward,
    key: fc.oneof(
      fc.constantFrom('', 'tenant', 'taskId', 'kind', 'parts', 'metadata'),
      fc.string(),
    ),
  });
  return fc.array(edit, { minLength: 1, maxLength: 3 }).map((edits) => {
    // Each edit copies only the parts that it changes.
    let copy: unknown = body;
    for (const { place, kind, value, key } of edits) {
      const paths = listPaths(copy);
      copy = editAt(copy, paths[place % paths.length] ?? [], (old) => {
        if (kind === 'replace') return value;
        if (kind === 'remove') return undefined;
        if (kind === 'wrap') return [old, old];
        return typeof old === 'object' && old !== null && !Array.isArray(old)
          ? { ...old, [key]: value }
          : value;
      });
    }
    return copy;
  });
}

function listPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return [path, ...entries.flatMap(([key, child]) => listPaths(child, [...path, key]))];
}

function editAt(value: unknown, path: Path, edit: (old: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return edit(value);
  if (Array.isArray(value)) {
    return value.map((child: unknown, index) =>
      index === key ? editAt(child, rest, edit) : child,
    );
  }
  const record = value as Record<string, unknown>;
  return { ...record, [key]: editAt(record[key], rest, edit) };
}

function nest(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = { a: value };
  return value;
}
