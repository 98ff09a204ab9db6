import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { TOOL_META_KEY } from '../catalog/shared-tools.ts';
import { MAX_MESSAGE_BYTES } from '../guard/guard-message.ts';
import type { Secrets } from '../guard/secrets.ts';

/** The highest number of characters on a page of text; {@link PAGE_BYTES} limits pages of bytes. */
const PAGE_CHARACTERS = 4_000_000;
const PAGE_BYTES = 4_500_000;

/** The number of bytes of a message that are reserved for everything around the resource. */
const ROOM = 64 * 1024;

/** The content of a part of a task: text or bytes, with its media type. */
export type PartContent =
  | { readonly mimeType: string; readonly text: string }
  | { readonly mimeType: string; readonly bytes: Buffer };

/**
 * The content of a resource: a part of a task, or a page of it with the position of the next page.
 */
export type PartPage = {
  readonly mimeType: string;
  readonly _meta?: { readonly [TOOL_META_KEY]: object };
} & ({ readonly text: string } | { readonly blob: string });

/**
 * Makes the content of a resource from a part of a task, or from a page of it. Secrets are removed
 * before the part is cut into pages.
 *
 * @throws ProtocolError for a part that is too large to be read at once, and for a page after the
 * end.
 */
export function toPartPage(
  content: PartContent,
  {
    uri,
    from,
    secrets,
  }: {
    /** The address of the whole part. */
    readonly uri: string;
    /**
     * The position where the page begins, in characters for a text, else in bytes; `undefined` if the
     * whole part is read.
     */
    readonly from: number | undefined;
    readonly secrets: Secrets;
  },
): PartPage {
  const { mimeType } = content;
  if ('text' in content) {
    const text = secrets.hide(content.text);
    if (from === undefined) {
      checkWhole(toBytes(text), { uri, total: text.length, unit: 'characters' });
      return { mimeType, text };
    }
    const total = text.length;
    const page = cutPage(text, from);
    const end = from + page.length;
    return { mimeType, text: page, ...toMeta({ from, end, total, unit: 'characters' }) };
  }
  const bytes = secrets.hideBytes(content.bytes);
  const total = bytes.length;
  if (from === undefined) {
    checkWhole(Math.ceil((total * 4) / 3), { uri, total, unit: 'bytes' });
    return { mimeType, blob: bytes.toString('base64') };
  }
  const page = bytes.subarray(from, from + PAGE_BYTES);
  const end = from + page.length;
  return {
    mimeType,
    blob: page.toString('base64'),
    ...toMeta({ from, end, total, unit: 'bytes' }),
  };
}

/**
 * Cuts a page from a text: as much as fits into a message, without splitting a character at its
 * end.
 */
function cutPage(text: string, from: number): string {
  let length = PAGE_CHARACTERS;
  // A character takes up to six bytes as JSON.
  while (toBytes(text.slice(from, from + length)) > MAX_MESSAGE_BYTES - ROOM) length /= 2;
  const end = from + length;
  const isSplit = /[\uD800-\uDBFF]/u.test(text[end - 1] ?? '');
  return text.slice(from, isSplit ? end - 1 : end);
}

function toBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}

type Unit = 'characters' | 'bytes';

function checkWhole(
  size: number,
  { uri, total, unit }: { readonly uri: string; readonly total: number; readonly unit: Unit },
): void {
  if (size <= MAX_MESSAGE_BYTES - ROOM) return;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Cannot read the resource at once because a message may have ${MAX_MESSAGE_BYTES} bytes: it has ${total} ${unit}. Read it in pages, the first at ${uri}?from=0; each says in _meta where the next one is.`,
  );
}

function toMeta({
  from,
  end,
  total,
  unit,
}: {
  readonly from: number;
  readonly end: number;
  readonly total: number;
  readonly unit: Unit;
}) {
  if (from > total) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Cannot read the page because "from" must be at most ${total}: current value is ${from}`,
    );
  }
  const next = end < total ? { next: end } : {};
  return { _meta: { [TOOL_META_KEY]: { from, total, unit, ...next } } };
}

/** True if bytes of this media type can be read as text. */
export function isText(mimeType: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml)$/u.test(mimeType);
}

/** Returns a media type if it is valid, else that of plain bytes. */
export function toMimeType(mediaType: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/u.test(mediaType) ? mediaType : 'application/octet-stream';
}
