import { isRecord } from '@formwork/schema/json';

/**
 * The values that replace fields: values of every type, and texts near the limits of the formats.
 */
const REPLACEMENTS: readonly unknown[] = [
  null,
  true,
  0,
  1,
  -1,
  1.5,
  100,
  1e21,
  '',
  'a',
  'registry',
  'success',
  'error',
  'a7f8d9e2-3c4b-4d6e-8f8a-9b0c1d2e3f40',
  '2025-12-09T15:30:00Z',
  '2025-12-09t15:30:00.1+23:59',
  '2025-12-09T15:30:00',
  '2025-12-09T15:30:60Z',
  '2016-12-31T23:59:60Z',
  '2024-02-29T00:00:00Z',
  '2025-02-29T00:00:00Z',
  '0000-01-01T00:00:00Z',
  'https://a.example/b?c#d',
  'https://[::1]:80/',
  'a b:c',
  'mailto:a@b',
  '\u0661.0.0',
  [],
  ['a'],
  [1],
  {},
  { a: 1 },
];

/**
 * Returns all copies of a value in which one field, at any depth, is replaced, removed or added.
 */
export function toVariants(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) =>
      [...REPLACEMENTS, ...toVariants(item)].map((other) => value.with(index, other)),
    );
  }
  if (!isRecord(value)) return [];
  const changed = Object.entries(value).flatMap(([key, member]) => {
    const { [key]: _, ...rest } = value;
    const replaced = [...REPLACEMENTS, ...toVariants(member)];
    return [rest, ...replaced.map((other) => ({ ...value, [key]: other }))];
  });
  return [{ ...value, unexpected: 1 }, ...changed];
}
