import type { JsonSchema } from '@formwork/schema';

/** Bytes within a text. */
export interface InlineData {
  /** Lower case, without parameters; `''` if nobody says. */
  readonly mediaType: string;
  readonly base64: string;
  /** Size of what is encoded. */
  readonly bytes: number;
}

/** Pictures made of dots: they hold no scripts and load nothing. */
const RASTER = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Bytes of a picture that is shown; larger ones can be downloaded. */
const MAX_IMAGE_BYTES = 8_000_000;

const DATA_URL =
  /^data:([\w.+-]{1,64}\/[\w.+-]{1,64})?(?:;[\w-]{1,64}=[\w.+-]{1,64}){0,4};base64,/iu;

/** True for a text that is meant as bytes; a quick look, which `toInlineData` confirms. */
export function isInlineData(text: string, schema: JsonSchema): boolean {
  return (
    DATA_URL.test(text.slice(0, 512)) || (schema['contentEncoding'] === 'base64' && text !== '')
  );
}

/** The bytes that a text holds by its schema or as a `data:` URL; `undefined` if it holds none. */
export function toInlineData(text: string, schema: JsonSchema): InlineData | undefined {
  const prefix = text.startsWith('data:') ? DATA_URL.exec(text.slice(0, 512)) : null;
  if (prefix !== null) {
    return fromBase64(text.slice(prefix[0].length), prefix[1] ?? '');
  }
  if (schema['contentEncoding'] !== 'base64') return undefined;
  const mediaType = schema['contentMediaType'];
  return fromBase64(text, typeof mediaType === 'string' ? mediaType : '');
}

/** Bytes in base64 (RFC 4648, section 4); `undefined` for other text. */
export function fromBase64(text: string, mediaType: string): InlineData | undefined {
  const base64 = /\s/u.test(text) ? text.replaceAll(/\s+/gu, '') : text;
  if (base64 === '' || base64.length % 4 === 1 || !/^[A-Za-z\d+/]+={0,2}$/u.test(base64)) {
    return undefined;
  }
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  const bytes = Math.floor(((base64.length - padding) * 3) / 4);
  return { mediaType: (mediaType.split(';')[0] ?? '').trim().toLowerCase(), base64, bytes };
}

/** Where a picture is loaded from, which is itself; `undefined` for what is not shown as one. */
export function toImageSource({ mediaType, base64, bytes }: InlineData): string | undefined {
  if (!RASTER.has(mediaType) || bytes > MAX_IMAGE_BYTES) return undefined;
  return `data:${mediaType};base64,${base64}`;
}
