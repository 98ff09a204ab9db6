import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { BridgeLogger } from '../bridge-logger.ts';

/** Most bytes of one page of a list: any host takes it, and most lists are one. */
const PAGE_BYTES = 4 * 1024 * 1024;

/** One page of a list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Absent on the last page. */
  readonly more: { readonly nextCursor?: string };
}

/** Options of {@link toPage}. */
export interface PageOptions {
  /** As a page before it said; `undefined` for the first. */
  readonly cursor: string | undefined;
  readonly logger: BridgeLogger;
}

/**
 * The items of a list that fit into a message. One that fits into none is left out.
 *
 * @throws ProtocolError for a cursor that no page has given.
 */
export function toPage<Item extends { readonly name: string }>(
  all: readonly Item[],
  { cursor, logger }: PageOptions,
): ListPage<Item> {
  const start = cursor === undefined ? 0 : toStart(cursor, all.length);
  const items: Item[] = [];
  let room = PAGE_BYTES;
  for (let index = start; index < all.length; index += 1) {
    const item = all[index];
    if (item === undefined) break;
    const bytes = Buffer.byteLength(JSON.stringify(item));
    if (bytes > PAGE_BYTES) {
      logger.warn('What is too large to be listed is left out', { name: item.name, bytes });
      continue;
    }
    if (bytes > room) return { items, more: { nextCursor: `from-${index}` } };
    room -= bytes;
    items.push(item);
  }
  return { items, more: {} };
}

function toStart(cursor: string, length: number): number {
  const [, digits] = /^from-(\d{1,9})$/u.exec(cursor) ?? [];
  const start = Number(digits);
  // The list may have become shorter since.
  if (digits !== undefined) return Math.min(start, length);
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'Cannot list as "cursor" must be one that a page before it gave',
  );
}
