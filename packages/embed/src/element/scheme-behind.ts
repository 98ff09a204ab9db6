/** Matches the colour of a background as browsers compute it, unless it is of another space. */
const COMPUTED = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/u;

/**
 * Returns whether what shows through an element is light or dark: the first background around it
 * that can hardly be seen through; `undefined` if there is none, so that the page's own colours are
 * those of its `color-scheme`.
 */
export function findSchemeBehind(element: Element): 'light' | 'dark' | undefined {
  for (let at: Node | null = element; at !== null; at = at.parentNode) {
    if (at instanceof ShadowRoot) at = at.host;
    if (!(at instanceof Element)) continue;
    const [, red, green, blue, alpha = '1'] =
      COMPUTED.exec(getComputedStyle(at).backgroundColor) ?? [];
    if (red === undefined || Number(alpha) < 0.5) continue;
    // The weights of the channels for the eye, out of 1,000.
    const light = 299 * Number(red) + 587 * Number(green) + 114 * Number(blue);
    return light < 127_500 ? 'dark' : 'light';
  }
  return undefined;
}
