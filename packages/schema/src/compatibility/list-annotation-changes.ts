import { isRecord } from '../is-record.ts';
import { appendPointer } from '../problems/json-pointer.ts';
import { previewJson } from '../problems/preview-json.ts';
import type { CompatibilityChange } from './compatibility-change.ts';
import { toText } from './is-same-schema.ts';
import type { SchemaDocument } from './schema-document.ts';

const TEXTS: readonly string[] = ['title', 'description', '$comment', 'examples', 'deprecated'];

/** Most changes of texts that are listed one by one. */
const MAX_CHANGES = 50;

/** Changes that no validator sees, at schemas that stand at the same place in both documents. */
export function listAnnotationChanges(
  before: SchemaDocument,
  after: SchemaDocument,
): readonly CompatibilityChange[] {
  const changes: CompatibilityChange[] = [];
  for (const [pointer, { schema }] of after.index.places) {
    const old = before.index.places.get(pointer)?.schema;
    if (!isRecord(old) || !isRecord(schema)) continue;
    for (const keyword of [...TEXTS, 'default']) {
      const [was, is] = [old[keyword], schema[keyword]];
      if (toText(was) === toText(is)) continue;
      changes.push({
        // Values stay the same, but what an absent one means does not.
        kind: keyword === 'default' ? 'safe' : 'cosmetic',
        code: keyword === 'default' ? 'schema-default' : 'schema-text',
        pointer: appendPointer(pointer, keyword),
        in: is === undefined ? 'old' : 'new',
        ...(was !== undefined && { was }),
        ...(is !== undefined && { is }),
        message: toMessage(keyword, { was, is }),
      });
    }
    if (changes.length >= MAX_CHANGES) break;
  }
  return changes.slice(0, MAX_CHANGES);
}

function toMessage(
  keyword: string,
  { was, is }: { readonly was: unknown; readonly is: unknown },
): string {
  if (was === undefined) return `"${keyword}" was added: ${previewJson(is)}.`;
  if (is === undefined) return `"${keyword}" was removed; it was ${previewJson(was)}.`;
  return `"${keyword}" is now ${previewJson(is)}, and was ${previewJson(was)}.`;
}
