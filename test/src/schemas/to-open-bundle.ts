import { isRecord } from '@formwork/core';
import type { SchemaFile } from './schema-files.ts';

/**
 * A bundle for receivers: it lets properties be that it does not know, as A2A asks of receivers,
 * and says the same of those that it knows.
 */
export function toOpenBundle(bundle: SchemaFile['content']): SchemaFile['content'] {
  const open = toOpen(bundle);
  return {
    ...(isRecord(open) ? open : {}),
    $id: `${String(bundle['$id'])}:open`,
    description: `${String(bundle['description'])} This form of it lets unknown properties be.`,
  };
}

function toOpen(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toOpen);
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, member]) => key !== 'additionalProperties' || member !== false,
  );
  return Object.fromEntries(kept.map(([key, member]) => [key, toOpen(member)]));
}
