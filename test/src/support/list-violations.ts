import type { AxeResults, FrameContext, PartialResults, RunOnly, RunOptions } from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page, ViewportSize } from 'playwright-core';

/** Returns the options of axe, the accessibility checker, as JSON for the given rules. */
function toOptions(runOnly: RunOnly): string {
  return JSON.stringify({
    runOnly,
    // Only faults are described, because describing what is right takes longer than finding it.
    resultTypes: ['violations'],
    // Elements are shown by their markup, because computing a selector for each takes long.
    selectors: false,
    // Of all files that axe can load, these rules use only media. Style sheets, which it would read
    // whole each time, serve an experimental rule that is not among them.
    preload: { assets: ['media'] },
  } satisfies RunOptions);
}

const ALL = toOptions({
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
});

/** The options with which axe checks only colours. */
const OF_COLORS = toOptions({ type: 'rule', values: ['color-contrast', 'link-in-text-block'] });

/** The minified source of axe, which is half as long to send to a page and to parse there. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The result of axe for one frame, and the contexts in which the frames inside it are to be judged.
 */
interface Judgement {
  readonly part: PartialResults[number];
  readonly children: readonly FrameContext[];
}

/** The part of a page and the rules for one run of axe, each as JSON. */
interface Judging {
  readonly context: string;
  readonly options: string;
}

/** A second size of the browser window, in which a page is judged as well. */
interface OtherSize {
  readonly size: ViewportSize;
  /** Called after the page has got the second size, and before it is judged. Default: nothing. */
  readonly look?: () => Promise<void>;
}

/**
 * Lists the accessibility faults that axe finds on a page and in its frames, each as one line: the
 * rule, and the markup of the elements.
 */
export async function listViolations(page: Page): Promise<readonly string[]> {
  return listByRules(page, ALL);
}

/**
 * Lists the faults that axe finds on a page in light colours, then in dark ones, in which the page
 * is left. In the dark only colours are judged, so the style sheets MUST tell light from dark by
 * `light-dark()` alone.
 *
 * With `other`, the page is judged in its own size and in that one, and gets its own size back.
 */
export async function listViolationsInBoth(
  page: Page,
  other?: OtherSize,
): Promise<readonly string[]> {
  const size = page.viewportSize();
  await page.emulateMedia({ colorScheme: 'light' });
  const found = [...(await listByRules(page, ALL))];
  if (other !== undefined) {
    await page.setViewportSize(other.size);
    await other.look?.();
    found.push(...(await listByRules(page, ALL)));
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  if (await page.evaluate<boolean>(ASKS_FOR_SCHEME)) {
    throw new Error(
      'Cannot judge a page in both colours because no rule of style must ask for them.',
    );
  }
  const inDark = [...(await listByRules(page, OF_COLORS))];
  if (other !== undefined && size !== null) {
    await page.setViewportSize(size);
    inDark.push(...(await listByRules(page, OF_COLORS)));
  }
  return [...found, ...inDark.map((violation) => `in the dark ${violation}`)];
}

/**
 * A script that returns true if a page's style sheets contain `prefers-color-scheme`, other than in
 * the rules that the build writes for `light-dark()` in older browsers.
 */
const ASKS_FOR_SCHEME = `(() => {
  const isOfBuild = ({ style }) =>
    style !== undefined && [...style].every((name) => name.startsWith('--lightningcss-'));
  const asks = (rules) => [...rules].some((rule) =>
    rule.conditionText?.includes('prefers-color-scheme')
      ? ![...rule.cssRules].every(isOfBuild)
      : rule.cssRules !== undefined && asks(rule.cssRules));
  return [...document.styleSheets].some(({ cssRules }) => asks(cssRules)) ||
    document.querySelector('[media*=prefers-color-scheme]') !== null;
})()`;

async function listByRules(page: Page, options: string): Promise<readonly string[]> {
  const frame = page.mainFrame();
  await loadAxe(frame);
  // A page without frames is judged in one step; otherwise axe joins the results of all frames.
  const run =
    frame.childFrames().length === 0
      ? `axe.run(document, ${options})`
      : `axe.finishRun(${JSON.stringify(await judge(frame, { context: 'document', options }))}, ${options})`;
  const violations = await frame.evaluate<AxeResults['violations']>(
    `${run}.then(({ violations }) => violations)`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Loads axe into a frame, unless the frame's document has axe already. */
async function loadAxe(frame: Frame): Promise<void> {
  const isThere = await frame.evaluate<boolean>("typeof axe === 'object'");
  if (!isThere) await frame.evaluate(`${SOURCE};undefined`);
}

/**
 * Runs axe in a frame and in all frames inside it, and returns the results in the order that axe
 * needs to join them.
 */
async function judge(frame: Frame, { context, options }: Judging): Promise<PartialResults> {
  await loadAxe(frame);
  const { part, children } = await frame.evaluate<Judgement>(`(async () => {
    const children = axe.utils.getFrameContexts(${context}, ${options});
    return { part: await axe.runPartial(${context}, ${options}), children };
  })()`);
  const parts: PartialResults = [part];
  for (const { frameSelector, frameContext } of children) {
    // A list of selectors leads through shadow roots, which Playwright enters if they are joined by
    // blanks.
    const element = await frame.locator([frameSelector].flat().join(' ')).elementHandle();
    const child = await element?.contentFrame();
    if (child == null) throw new Error('Cannot judge a page because its frames must be there.');
    parts.push(...(await judge(child, { context: JSON.stringify(frameContext), options })));
  }
  return parts;
}
