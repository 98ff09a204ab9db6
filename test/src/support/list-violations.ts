import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, FrameContext, PartialResults } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

/** Rules that pages are judged by. */
const OPTIONS = JSON.stringify({
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  // What axe finds to be right is not described, which takes longer than finding it.
  resultTypes: ['violations'],
  // All that these rules look at. Style sheets, which it would read whole each time, serve a rule that
  // is an experiment, which these tags leave out.
  preload: { assets: ['media'] },
});

/** Its small form: half of what is to be carried to the page and read there. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe knows of a frame, and what it wants to be asked of the frames in it. */
interface Judgement {
  readonly part: PartialResults[number];
  readonly children: readonly FrameContext[];
}

/** What axe finds on a page and in its frames, in a form that fits into a failure. */
export async function listViolations(page: Page): Promise<readonly string[]> {
  const frame = page.mainFrame();
  await loadAxe(frame);
  // Of one document it says at once what it finds; of several it is told what it has found in each.
  const run =
    frame.childFrames().length === 0
      ? `axe.run(document, ${OPTIONS})`
      : `axe.finishRun(${JSON.stringify(await judge(frame, 'document'))}, ${OPTIONS})`;
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
async function judge(frame: Frame, context: string): Promise<PartialResults> {
  await loadAxe(frame);
  const { part, children } = await frame.evaluate<Judgement>(`(async () => {
    const children = axe.utils.getFrameContexts(${context}, ${OPTIONS});
    return { part: await axe.runPartial(${context}, ${OPTIONS}), children };
  })()`);
  const parts: PartialResults = [part];
  for (const { frameSelector, frameContext } of children) {
    // A list of selectors leads through shadows, as a selector of Playwright does.
    const element = await frame.locator([frameSelector].flat().join(' ')).elementHandle();
    const child = await element?.contentFrame();
    if (child == null) throw new Error('Cannot judge a page as its frames must be there.');
    parts.push(...(await judge(child, JSON.stringify(frameContext))));
  }
  return parts;
}
