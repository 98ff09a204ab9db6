import { SUBSCHEMA_FORMS } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';

/** A schema inside a document, and the JSON pointer of its place. */
export interface Subschema {
  readonly pointer: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Lists a schema and all schemas inside it. */
export function walkSchemas(schema: unknown, pointer = ''): readonly Subschema[] {
  if (!isRecord(schema)) return [];
  const inside = Object.entries(schema).flatMap(([keyword, value]) => {
    const form = SUBSCHEMA_FORMS.get(keyword);
    if (form === undefined) return [];
    if (form === 'one') return walkSchemas(value, `${pointer}/${keyword}`);
    return Object.entries(isRecord(value) || Array.isArray(value) ? value : {}).flatMap(
      ([key, member]) => walkSchemas(member, `${pointer}/${keyword}/${key}`),
    );
  });
  return [{ pointer, schema }, ...inside];
}
