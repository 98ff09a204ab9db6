import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, FrameContext, PartialResults, RunOnly, RunOptions } from 'axe-core';
import type { Frame, Page, ViewportSize } from 'playwright-core';

/** Which rules pages are judged by, as axe wants to be told. */
function toOptions(runOnly: RunOnly): string {
  return JSON.stringify({
    runOnly,
    // What axe finds to be right is not described, which takes longer than finding it.
    resultTypes: ['violations'],
    // Elements are told by their markup: the way to each, right or wrong, takes long to find.
    selectors: false,
    // All that these rules look at. Style sheets, which it would read whole each time, serve a rule that
    // is an experiment, which these tags leave out.
    preload: { assets: ['media'] },
  } satisfies RunOptions);
}

const ALL = toOptions({
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
});

/** Those of them that look at colours. */
const OF_COLORS = toOptions({ type: 'rule', values: ['color-contrast', 'link-in-text-block'] });

/** Its small form: half of what is to be carried to the page and read there. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe knows of a frame, and what it wants to be asked of the frames in it. */
interface Judgement {
  readonly part: PartialResults[number];
  readonly children: readonly FrameContext[];
}

/** What is judged, and by which rules: JSON. */
interface Judging {
  readonly context: string;
  readonly options: string;
}

/** A size that a page is judged in besides its own. */
interface OtherSize {
  readonly size: ViewportSize;
  /** Looks at the page in that size. */
  readonly look?: () => Promise<void>;
}

/** What axe finds on a page and in its frames, in a form that fits into a failure. */
export async function listViolations(page: Page): Promise<readonly string[]> {
  return listByRules(page, ALL);
}

/**
 * What axe finds on a page in the light, and then in the dark, in which it is left. Its style sheets MUST
 * tell them apart by `light-dark()` alone, which is a colour: in the dark only colours are judged.
 *
 * With another size, all of that is judged as wide as it is and in that size; its own is given back.
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
    throw new Error('Cannot judge a page in both colours as no rule of style must ask for them.');
  }
  const inDark = [...(await listByRules(page, OF_COLORS))];
  if (other !== undefined && size !== null) {
    await page.setViewportSize(size);
    inDark.push(...(await listByRules(page, OF_COLORS)));
  }
  return [...found, ...inDark.map((violation) => `in the dark ${violation}`)];
}

/**
 * True on a page whose style sheets ask whether it is dark, for more than the names by which a build
 * writes `light-dark()` for older browsers.
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
  // Of one document it says at once what it finds; of several it is told what it has found in each.
  const run =
    frame.childFrames().length === 0
      ? `axe.run(document, ${options})`
      : `axe.finishRun(${JSON.stringify(await judge(frame, { context: 'document', options }))}, ${options})`;
  const violations = await frame.evaluate<AxeResults['violations']>(
    `${run}.then(({ violations }) => violations)`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** A document keeps it until it is left. */
async function loadAxe(frame: Frame): Promise<void> {
  const isThere = await frame.evaluate<boolean>("typeof axe === 'object'");
  if (!isThere) await frame.evaluate(`${SOURCE};undefined`);
}

/** What is found in a frame and in those in it, in the order in which axe wants to be told. */
async function judge(frame: Frame, { context, options }: Judging): Promise<PartialResults> {
  await loadAxe(frame);
  const { part, children } = await frame.evaluate<Judgement>(`(async () => {
    const children = axe.utils.getFrameContexts(${context}, ${options});
    return { part: await axe.runPartial(${context}, ${options}), children };
  })()`);
  const parts: PartialResults = [part];
  for (const { frameSelector, frameContext } of children) {
    // A list of selectors leads through shadows, as a selector of Playwright does.
    const element = await frame.locator([frameSelector].flat().join(' ')).elementHandle();
    const child = await element?.contentFrame();
    if (child == null) throw new Error('Cannot judge a page as its frames must be there.');
    parts.push(...(await judge(child, { context: JSON.stringify(frameContext), options })));
  }
  return parts;
}
