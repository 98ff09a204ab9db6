import type { JsonSchema } from '@formwork/schema';

/** A file, such as a picture, whose bytes are contained in a text of the data. */
export interface InlineData {
  /** The media type of the bytes, in lower case, without parameters; `''` if it is not stated. */
  readonly mediaType: string;
  readonly base64: string;
  /** The number of bytes once the base64 is decoded. */
  readonly bytes: number;
}

/**
 * The media types of pictures that are shown. They are pixels only, so they contain no scripts and
 * load nothing.
 */
const RASTER = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** The maximum size of a picture that is shown, in bytes; a larger one can be downloaded. */
const MAX_IMAGE_BYTES = 8_000_000;

const DATA_URL =
  /^data:([\w.+-]{1,64}\/[\w.+-]{1,64})?(?:;[\w-]{1,64}=[\w.+-]{1,64}){0,4};base64,/iu;

/**
 * True for a text that probably contains bytes as base64. The check is quick; `toInlineData`
 * confirms it.
 */
export function isInlineData(text: string, schema: JsonSchema): boolean {
  return (
    DATA_URL.test(text.slice(0, 512)) || (schema['contentEncoding'] === 'base64' && text !== '')
  );
}

/**
 * Reads the bytes that a text contains, as base64 by its schema or as a `data:` URL; `undefined` if
 * there are none.
 */
export function toInlineData(text: string, schema: JsonSchema): InlineData | undefined {
  const prefix = text.startsWith('data:') ? DATA_URL.exec(text.slice(0, 512)) : null;
  if (prefix !== null) {
    return fromBase64(text.slice(prefix[0].length), prefix[1] ?? '');
  }
  if (schema['contentEncoding'] !== 'base64') return undefined;
  const mediaType = schema['contentMediaType'];
  return fromBase64(text, typeof mediaType === 'string' ? mediaType : '');
}

/** Describes the bytes of a text in base64 (RFC 4648, section 4); `undefined` for other text. */
export function fromBase64(text: string, mediaType: string): InlineData | undefined {
  const base64 = /\s/u.test(text) ? text.replaceAll(/\s+/gu, '') : text;
  if (base64 === '' || base64.length % 4 === 1 || !/^[A-Za-z\d+/]+={0,2}$/u.test(base64)) {
    return undefined;
  }
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  const bytes = Math.floor(((base64.length - padding) * 3) / 4);
  return { mediaType: (mediaType.split(';')[0] ?? '').trim().toLowerCase(), base64, bytes };
}

/**
 * Makes the `data:` URL from which a picture is shown; `undefined` for bytes that are not shown as
 * a picture.
 */
export function toImageSource({ mediaType, base64, bytes }: InlineData): string | undefined {
  if (!RASTER.has(mediaType) || bytes > MAX_IMAGE_BYTES) return undefined;
  return `data:${mediaType};base64,${base64}`;
}
