import styles from './element.css?inline';

let sheet: CSSStyleSheet | undefined;

/** Returns the style sheet of all elements on the page. */
export function readStyleSheet(): CSSStyleSheet {
  sheet ??= createSheet(toShadowStyles(styles));
  return sheet;
}

/**
 * Makes the style sheet with the accent colour that an agent asks for: darkened on light backgrounds
 * and lightened on dark ones, in linear light, until its contrast is 4.5 (WCAG 2.2, 1.4.3). Pages
 * override it by `--fw-accent` of the element; browsers that cannot compute colours keep the usual
 * one.
 */
export function createAccentSheet(accent: string): CSSStyleSheet {
  const from = `color(from ${accent} xyz-d65`;
  const share = `min(1,${LUMINANCE.light}/y)`;
  const white = `max(0,(${LUMINANCE.dark} - y)/(1 - y))`;
  const toWhite = (channel: string, most: number): string =>
    `calc(${channel} + (${most} - ${channel})*${white})`;
  const light = `${from} calc(x*${share}) calc(y*${share}) calc(z*${share}))`;
  const dark = `${from} ${toWhite('x', 0.95)} ${toWhite('y', 1)} ${toWhite('z', 1.09)})`;
  const rule = `:host{--fw-accent:light-dark(${light},${dark})}`;
  return createSheet(`@supports(color:color(from red xyz-d65 x y z)){${rule}}`);
}

/**
 * The most luminance that can be read on white, and the least on the lightest of the dark
 * backgrounds (#262b31).
 */
const LUMINANCE = { light: 0.18, dark: 0.29 } as const;

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

/** Matches a colour as browsers compute most of them. */
const COMPUTED = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/u;

/** Reads a colour of any space as red, green and blue from 0 to 255, and its alpha from 0 to 1. */
function readColour(colour: string): readonly number[] {
  const [, red, green, blue, opacity = '1'] = COMPUTED.exec(colour) ?? [];
  if (red !== undefined) return [red, green, blue, opacity].map(Number);
  // Such as `oklch()`, which browsers compute to itself.
  const canvas = new OffscreenCanvas(1, 1).getContext('2d');
  if (canvas === null) return [];
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return [r, g, b, alpha / 255];
}

/**
 * Returns whether what shows through an element is light or dark: the first background around it
 * that can hardly be seen through; `undefined` if there is none, so that the page's own colours are
 * those of its `color-scheme`.
 */
export function findSchemeBehind(element: Element): 'light' | 'dark' | undefined {
  for (let at: Node | null = element; at !== null; at = at.parentNode) {
    if (at instanceof ShadowRoot) at = at.host;
    if (!(at instanceof Element)) continue;
    const [red = 0, green = 0, blue = 0, alpha = 0] = readColour(
      getComputedStyle(at).backgroundColor,
    );
    if (alpha < 0.5) continue;
    // The weights of the channels for the eye, out of 1,000.
    const light = 299 * red + 587 * green + 114 * blue;
    return light < 127_500 ? 'dark' : 'light';
  }
  return undefined;
}
