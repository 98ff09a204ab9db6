import type { DefinitionIssue } from '@formwork/schema';
import { describeValue } from '@formwork/schema/json';

/**
 * The maximum length of an icon, in UTF-16 units, because every caller reads all icons with the
 * card.
 */
const MAX_LENGTH = 8192;

/** The maximum width and height of a PNG, in pixels: few bytes can stand for a huge picture. */
const MAX_PIXELS = 512;

const PNG = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/u;
const SVG = /^data:image\/svg\+xml(?:;charset=utf-8|;utf8)?(;base64)?,(.+)$/su;

/**
 * The elements of SVG that may be in an icon. They draw shapes and load nothing; elements that
 * repeat others, such as `use`, could make a few bytes take minutes to draw.
 */
const SHAPES: ReadonlySet<string> = new Set(
  'svg g title desc defs path circle rect ellipse line polyline polygon text tspan linearGradient radialGradient stop'.split(
    ' ',
  ),
);

const EXPECTED = `one emoji, or a data: URL of a PNG of at most ${MAX_PIXELS} pixels a side or of an SVG of plain shapes, with at most ${MAX_LENGTH} characters`;

/** Checks `icon` of a definition, whose `subject` is, for example, `the skill`. */
export function checkIcon(
  icon: unknown,
  { subject, where }: { readonly subject: string; readonly where: string },
): readonly DefinitionIssue[] {
  if (icon === undefined || readIcon(icon) !== undefined) return [];
  const message = `Cannot define ${subject} because icon must be ${EXPECTED}: current value is ${describeValue(icon)}`;
  return [{ severity: 'error', code: 'icon', where, message }];
}

/**
 * Reads an icon that may come from anybody: an emoji, or the `data:` URL of a small picture, which
 * pages draw as an image. Returns `undefined` for anything else.
 */
export function readIcon(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return undefined;
  if (!value.startsWith('data:')) return readEmoji(value);
  return isSmallPng(value) || isPlainSvg(value) ? value : undefined;
}

/** Returns an icon as the URL of a picture, for places that take no emoji. */
export function toIconUrl(icon: string): string {
  if (icon.startsWith('data:')) return icon;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text x="50" y="84" font-size="88" text-anchor="middle">${icon}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

function readEmoji(text: string): string | undefined {
  if (text.length > 32) return undefined;
  // The flag is not in the syntax of the oldest supported compiler, so the pattern is made here.
  const emoji = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v');
  // Some characters are drawn as emoji only with the selector U+FE0F, which keyboards leave out.
  return [text, `${text}\uFE0F`].find((candidate) => emoji.test(candidate));
}

function isSmallPng(url: string): boolean {
  const [, base64] = PNG.exec(url) ?? [];
  const bytes = base64 === undefined ? undefined : decodeBase64(base64);
  if (bytes === undefined || bytes.length < 33) return false;
  const view = new DataView(bytes.buffer);
  // The signature, then the chunk IHDR with the width and the height.
  return (
    view.getUint32(0) === 0x89504e47 &&
    view.getUint32(12) === 0x49484452 &&
    [view.getUint32(16), view.getUint32(20)].every((side) => side > 0 && side <= MAX_PIXELS)
  );
}

function isPlainSvg(url: string): boolean {
  const [, base64, data = ''] = SVG.exec(url) ?? [];
  const text = decodeData(data, base64 !== undefined);
  if (text === undefined || !/^\s*<svg[\s>]/u.test(text)) return false;
  const tags = text.split('<').slice(1);
  return (
    tags.every((tag) => SHAPES.has(/^\/?([A-Za-z]+)(?=[\s/>])/u.exec(tag)?.[1] ?? '')) &&
    !/\b(?:on\w+|style|href)\s*=|url\(\s*["']?[^#"']/iu.test(text)
  );
}

/** Returns the text of the data of a URL, which is in base64 or percent-encoded; `undefined` if it is broken. */
function decodeData(data: string, isBase64: boolean): string | undefined {
  try {
    if (!isBase64) return decodeURIComponent(data);
    const bytes = decodeBase64(data);
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Decodes base64 into bytes; `undefined` for other text. */
export function decodeBase64(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
  } catch {
    return undefined;
  }
}
