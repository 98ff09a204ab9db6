import type { ScreenRun } from './read-screen.ts';

/** The options of {@link drawScreen}: the texts of the picture and the width of the terminal. */
export interface DrawOptions {
  /** The title of the drawn window, which screen readers say first. */
  readonly title: string;
  /** The description of the picture for people who cannot see it. */
  readonly description: string;
  readonly columns: number;
}

const CELL = { width: 8.4, height: 20 } as const;
const FONT_SIZE = 14;
const PADDING = 18;
const BAR = 36;

/** The colours of pictures; every colour of text has a contrast above 4.5 with the ground. */
const THEMES = {
  light: {
    ground: '#ffffff',
    bar: '#f3f4f6',
    edge: '#d0d7de',
    text: '#1f2328',
    dim: '#59636e',
    colours: [
      '#1f2328',
      '#b91c1c',
      '#116329',
      '#7d4e00',
      '#0550ae',
      '#7a3cc2',
      '#14606f',
      '#59636e',
    ],
  },
  dark: {
    ground: '#0d1117',
    bar: '#161b22',
    edge: '#3d444d',
    text: '#e6edf3',
    dim: '#9da7b3',
    colours: [
      '#9da7b3',
      '#ff7b72',
      '#7ee787',
      '#e3b341',
      '#79c0ff',
      '#d2a8ff',
      '#76e3ea',
      '#e6edf3',
    ],
  },
} as const;

/**
 * Draws the screen of a terminal as an SVG, light or dark like the reader's system. Text remains
 * text, and each piece of it is at its column in any font.
 */
export function drawScreen(
  lines: readonly (readonly ScreenRun[])[],
  { title, description, columns }: DrawOptions,
): string {
  const width = Math.ceil(columns * CELL.width) + 2 * PADDING;
  const height = BAR + 2 * PADDING + lines.length * CELL.height;
  const texts = lines.flatMap((runs, row) => runs.map((run) => drawRun(run, row)));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title description">
<title id="title">${escape(title)}</title>
<desc id="description">${escape(description)}</desc>
<style>
${toRules(THEMES.light)}
text { fill: var(--text); font: ${FONT_SIZE}px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre }
.bold { font-weight: 700 }
.dim { fill: var(--dim) }
${THEMES.light.colours.map((_, index) => `.c${index} { fill: var(--c${index}) }`).join('\n')}
@media (prefers-color-scheme: dark) {
${toRules(THEMES.dark)}
}
</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10" fill="var(--ground)" stroke="var(--edge)"/>
<path d="M1 ${BAR}V10.5A9.5 9.5 0 0 1 10.5 1H${width - 10.5}A9.5 9.5 0 0 1 ${width - 1} 10.5V${BAR}Z" fill="var(--bar)"/>
<path d="M1 ${BAR + 0.5}H${width - 1}" stroke="var(--edge)"/>
<g fill="var(--edge)"><circle cx="22" cy="18" r="6"/><circle cx="42" cy="18" r="6"/><circle cx="62" cy="18" r="6"/></g>
<text class="dim" x="${width / 2}" y="23" text-anchor="middle">${escape(title)}</text>
${texts.join('\n')}
</svg>
`;
}

function drawRun({ text, style, column, width }: ScreenRun, row: number): string {
  const { isBold, isDim, colour } = style;
  // Bright colours are drawn as their normal versions.
  const names = [
    ...(isBold ? ['bold'] : []),
    ...(isDim ? ['dim'] : []),
    ...(colour === undefined ? [] : [`c${colour % 8}`]),
  ];
  const x = toLength(PADDING + column * CELL.width);
  const y = BAR + PADDING + (row + 0.75) * CELL.height;
  const look = names.length === 0 ? '' : ` class="${names.join(' ')}"`;
  return `<text${look} x="${x}" y="${y}" textLength="${toLength(width * CELL.width)}" lengthAdjust="spacingAndGlyphs">${escape(text)}</text>`;
}

function toRules({ colours, ...named }: (typeof THEMES)['light' | 'dark']): string {
  const entries = [
    ...Object.entries(named),
    ...colours.map((colour, index) => [`c${index}`, colour]),
  ];
  return `svg { ${entries.map(([name, colour]) => `--${name}: ${colour}`).join('; ')} }`;
}

function toLength(pixels: number): string {
  return String(Number(pixels.toFixed(1)));
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
