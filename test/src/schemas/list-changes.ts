import { isRecord } from '@formwork/schema/internal';

/** Where a schema differs from the document that it comes from. */
export interface Change {
  readonly keyword: 'x-formwork-added' | 'x-formwork-repaired';
  /** The schema that says so. */
  readonly schema: unknown;
  /** What differs, as a JSON pointer into that schema; `''` is all of it. */
  readonly pointer: string;
  /** Should be a text. */
  readonly reason: unknown;
}

const KEYWORDS = ['x-formwork-added', 'x-formwork-repaired'] as const;

/** All changes that a schema document tells of. */
export function listChanges(schema: unknown): readonly Change[] {
  if (Array.isArray(schema)) return schema.flatMap(listChanges);
  if (!isRecord(schema)) return [];
  const own = KEYWORDS.flatMap((keyword) =>
    Object.entries(schema[keyword] ?? {}).map(([pointer, reason]) => ({
      keyword,
      schema,
      pointer,
      reason,
    })),
  );
  const inner = Object.entries(schema).filter(([key]) => !KEYWORDS.some((one) => one === key));
  return [...own, ...inner.flatMap(([, value]) => listChanges(value))];
}
