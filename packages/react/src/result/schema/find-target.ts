import { isRecord, resolvePointer, type JsonSchema } from '@formwork/core';

/** Objects that are looked at for an anchor or an id. */
const MAX_VISITED = 5000;

/** What a reference leads to within its document; `undefined` if it leads out of it or nowhere. */
export function findTarget(root: JsonSchema, reference: string): unknown {
  if (reference === '#' || reference === '') return root;
  if (reference.startsWith('#/')) return resolvePointer(root, decode(reference.slice(1)));
  const anchor = reference.startsWith('#') ? reference.slice(1) : undefined;
  const waiting: unknown[] = [root];
  let visited = 0;
  for (const found of waiting) {
    visited += 1;
    if (visited > MAX_VISITED) return undefined;
    if (Array.isArray(found)) waiting.push(...found.slice(0, MAX_VISITED));
    if (!isRecord(found)) continue;
    if (anchor !== undefined && [found['$anchor'], found['$dynamicAnchor']].includes(anchor)) {
      return found;
    }
    if ([found['$id'], found['id']].includes(reference)) return found;
    waiting.push(...Object.values(found).slice(0, MAX_VISITED));
  }
  return undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
