import styles from './element.css?inline';

let sheet: CSSStyleSheet | undefined;

/** Returns the style sheet of all elements on the page. */
export function readStyleSheet(): CSSStyleSheet {
  sheet ??= createSheet(toShadowStyles(styles));
  return sheet;
}

/**
 * Makes the style sheet with the accent colour that an agent asks for, darker or lighter where it
 * could not be read. Pages override it by `--fw-accent` of the element.
 */
export function createAccentSheet(accent: string): CSSStyleSheet {
  const [light, dark] = [toReadable(accent, 'light'), toReadable(accent, 'dark')];
  const on = `light-dark(${toContrast(light)},${toContrast(dark)})`;
  return createSheet(`:host{--fw-accent:light-dark(${light},${dark});--fw-on-accent:${on}}`);
}

/** The look of a page that shows nothing but a form. */
const PAGE_STYLES = `:root{color-scheme:light dark;background:light-dark(#fff,#14171a)}
body{margin:0}
noscript{display:block;padding:24px;font:16px/1.5 system-ui,sans-serif}`;

/** Gives a page that shows nothing but a form its look. */
export function stylePage(page: Document, isEmbedded: boolean): void {
  const room = isEmbedded ? '' : 'main{max-width:704px;margin:0 auto;padding:24px 16px 48px}';
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, createSheet(PAGE_STYLES + room)];
}

function createSheet(text: string): CSSStyleSheet {
  // A sheet that a script makes is no inline style, so that policies without any style allow it.
  const styleSheet = new CSSStyleSheet();
  styleSheet.replaceSync(text);
  return styleSheet;
}

/** The declarations of custom properties at the beginning of the theme, and what comes before them. */
const TOKENS = /\.fw-form,\s*\.fw-result,\s*\.fw-task\s*\{(?<tokens>(?:\s*--fw-[\w-]+:[^;{}]+;)+)/u;

const REM = /(?<![\w-])(\d+(?:\.\d+)?|\.\d+)rem\b/gu;

/**
 * Adapts the theme of forms to a shadow root: its custom properties stand at the element, where the
 * page can override them, and its lengths do not depend on the font of the page.
 */
function toShadowStyles(theme: string): string {
  const tokens = TOKENS.exec(theme)?.groups?.['tokens'];
  if (tokens === undefined) throw new Error('The theme must begin with its custom properties.');
  const rules = theme.replace(tokens, '').replaceAll(REM, toPixels);
  return `:host{${tokens}}${rules}`;
}

function toPixels(_text: string, count: string): string {
  return `${Number(count) * 16}px`;
}

/** The least contrast of a text with its background (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5;

/** The backgrounds on which texts have the accent colour: white, and the lightest of dark ones. */
const BACKGROUNDS = { light: '#ffffff', dark: '#262b31' } as const;

/**
 * Mixes a colour with black, or with white, until it can be read on a light or on a dark
 * background.
 */
function toReadable(color: string, scheme: 'light' | 'dark'): string {
  const end = scheme === 'light' ? 0 : 255;
  const background = toLuminance(toChannels(BACKGROUNDS[scheme]));
  const mix = (share: number): readonly number[] =>
    toChannels(color).map((channel) => Math.round(channel + (end - channel) * share));
  let share = 0;
  while (toRatio(toLuminance(mix(share)), background) < MIN_CONTRAST) share += 0.05;
  return `#${mix(share)
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`;
}

/** Returns black or white, whichever is easier to read on a colour. */
function toContrast(color: string): string {
  const luminance = toLuminance(toChannels(color));
  return toRatio(luminance, 1) >= toRatio(luminance, 0) ? '#ffffff' : '#000000';
}

function toChannels(color: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

/** Returns the relative luminance of a colour (WCAG 2.2). */
function toLuminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toRatio(first: number, second: number): number {
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}
