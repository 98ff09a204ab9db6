/** Params with one field changed. */
export interface WrongField {
  /** For people: the field and its value. */
  readonly name: string;
  readonly params: object;
}

const WRONG_VALUES: readonly unknown[] = [
  undefined,
  null,
  1,
  -1,
  '',
  'x',
  true,
  [],
  {},
  [null],
  [[]],
  { toString: 1 },
];

/** The same params over and over, each time with another field set to something wrong. */
export function* listWrongFields(params: object): Generator<WrongField, void, undefined> {
  for (const path of listPaths(params)) {
    for (const value of WRONG_VALUES) {
      const changed = structuredClone(params);
      setAt(changed, path, value);
      yield { name: `${path.join('.')} = ${JSON.stringify(value)}`, params: changed };
    }
  }
}

function listPaths(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [
    [key],
    ...listPaths(item).map((path) => [key, ...path]),
  ]);
}

function setAt(target: object, [key = '', ...rest]: readonly string[], value: unknown): void {
  const next: unknown = Reflect.get(target, key);
  if (rest.length > 0 && typeof next === 'object' && next !== null) setAt(next, rest, value);
  else Reflect.set(target, key, value);
}
