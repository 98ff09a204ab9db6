import { isRecord } from '@formwork/schema/json';

/** A place where a schema differs from the document that it is made from. */
export interface Change {
  readonly keyword: 'x-formwork-added' | 'x-formwork-repaired';
  /** The schema that declares the difference. */
  readonly schema: unknown;
  /** The JSON pointer of the difference inside the schema; `''` is the whole schema. */
  readonly pointer: string;
  /** The reason for the difference, which should be a text. */
  readonly reason: unknown;
}

const KEYWORDS = ['x-formwork-added', 'x-formwork-repaired'] as const;

/** Lists all differences that a schema document declares. */
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
