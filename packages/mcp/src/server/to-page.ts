import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { createHash } from 'node:crypto';
import type { BridgeLogger } from '../bridge-logger.ts';

/**
 * The highest number of bytes of one page of a list, so that every host accepts it and most lists
 * have one page.
 */
const PAGE_BYTES = 4 * 1024 * 1024;

/** One page of a list of tools, resources or prompts. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** The cursor of the next page; without a cursor on the last page. */
  readonly nextPage: { readonly nextCursor?: string };
}

/**
 * Returns the items of a list, from a cursor on, that fit into a message. An item that is too large
 * for any message is left out.
 *
 * @throws ProtocolError for a cursor that no page has given.
 */
export function toPage<Item extends { readonly name: string }>(
  all: readonly Item[],
  {
    cursor,
    logger,
  }: {
    /** The cursor that the page before returned; `undefined` for the first page. */
    readonly cursor: string | undefined;
    readonly logger: BridgeLogger;
  },
): ListPage<Item> {
  const start = cursor === undefined ? 0 : toStart(cursor, all);
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
    if (bytes > room) return { items, nextPage: { nextCursor: createCursor(index, item) } };
    room -= bytes;
    items.push(item);
  }
  return { items, nextPage: {} };
}

interface Named {
  readonly name: string;
  readonly uri?: string;
}

/** Makes the cursor of the page that begins with an item: its index, and who it is. */
function createCursor(index: number, item: Named): string {
  return `from-${index}-${digestOf(item)}`;
}

function digestOf({ name, uri = name }: Named): string {
  return createHash('sha256').update(uri).digest('base64url').slice(0, 16);
}

/**
 * Returns the index at which a page begins: that of the item of its cursor, wherever it is now,
 * because agents come and go between two pages.
 */
function toStart(cursor: string, all: readonly Named[]): number {
  const [, digits, digest] = /^from-(\d{1,9})-([\w-]{16})$/u.exec(cursor) ?? [];
  if (digits !== undefined) {
    const index = Number(digits);
    const isAt = all[index] !== undefined && digestOf(all[index]) === digest;
    const start = isAt ? index : all.findIndex((item) => digestOf(item) === digest);
    return start === -1 ? Math.min(index, all.length) : start;
  }
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'Cannot list because "cursor" must be one that a page before it gave',
  );
}
