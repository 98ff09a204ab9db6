import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { TOOL_META_KEY } from '../catalog/shared-tools.ts';
import { MAX_MESSAGE_BYTES } from '../guard/guard-message.ts';
import type { Secrets } from '../guard/secrets.ts';

/** Most characters of a page of text, and most bytes of a page of anything. */
const PAGE_CHARACTERS = 4_000_000;
const PAGE_BYTES = 4_500_000;

/** For what stands around a resource in its message. */
const ROOM = 64 * 1024;

/** The content of a part. */
export type PartContent =
  | { readonly mimeType: string; readonly text: string }
  | { readonly mimeType: string; readonly bytes: Buffer };

/** A part as a resource has it, with what stands before and after a page of it. */
export type PartPage = {
  readonly mimeType: string;
  readonly _meta?: { readonly [TOOL_META_KEY]: object };
} & ({ readonly text: string } | { readonly blob: string });

/** Options of {@link toPartPage}. */
export interface PartPageOptions {
  /** The address of the whole. */
  readonly uri: string;
  /** Where the page begins, in characters of a text, else in bytes; `undefined` for the whole. */
  readonly from: number | undefined;
  readonly secrets: Secrets;
}

/**
 * A part of a task, or a page of it: secrets are hidden before it is cut.
 *
 * @throws ProtocolError for a whole that is too large for a message, and a page after the end.
 */
export function toPartPage(
  content: PartContent,
  { uri, from, secrets }: PartPageOptions,
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

/** As much as a message holds, and no end within a character. */
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

interface WholeOptions {
  readonly uri: string;
  readonly total: number;
  readonly unit: Unit;
}

type Unit = 'characters' | 'bytes';

function checkWhole(size: number, { uri, total, unit }: WholeOptions): void {
  if (size <= MAX_MESSAGE_BYTES - ROOM) return;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Cannot read the resource at once as a message may have ${MAX_MESSAGE_BYTES} bytes: it has ${total} ${unit}. Read it in pages, the first at ${uri}?from=0; each says in _meta where the next one is.`,
  );
}

interface MetaOptions {
  readonly from: number;
  readonly end: number;
  readonly total: number;
  readonly unit: Unit;
}

function toMeta({ from, end, total, unit }: MetaOptions) {
  if (from > total) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Cannot read the page as "from" must be at most ${total}: current value is ${from}`,
    );
  }
  const next = end < total ? { next: end } : {};
  return { _meta: { [TOOL_META_KEY]: { from, total, unit, ...next } } };
}

/** True if bytes of this type can be read as text. */
export function isText(mimeType: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml)$/u.test(mimeType);
}

/** A media type that is one; anything else is bytes. */
export function toMimeType(mediaType: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/u.test(mediaType) ? mediaType : 'application/octet-stream';
}
