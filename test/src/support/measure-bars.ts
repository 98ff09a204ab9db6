import type { Page } from 'playwright-core';

/**
 * Returns the share of the window's height that stays where it is while the page scrolls: 0 for a
 * page without bars, also for one that need not scroll.
 */
export async function measureBars(page: Page): Promise<number> {
  return page.evaluate<number>(SHARE);
}

/**
 * Looks at what lies at points of the window, scrolls a little, and counts the rows of points whose
 * elements have not moved. The part that scrolls is the one in the middle, such as an open dialog.
 */
const SHARE = `(() => {
  const find = (root, x, y) => {
    const element = root.elementFromPoint(x, y);
    return element?.shadowRoot ? find(element.shadowRoot, x, y) ?? element : element;
  };
  const scrolls = (element) =>
    element.scrollHeight > element.clientHeight + 60 &&
    /auto|scroll/.test(getComputedStyle(element).overflowY);
  const holder = (element) =>
    element == null || scrolls(element) || element.matches(':modal') ? element : holder(element.parentElement ?? element.getRootNode().host);
  const scroller = holder(find(document, innerWidth / 2, innerHeight / 2)) ?? document.scrollingElement;
  const before = scroller.scrollTop;
  scroller.scrollTo({ top: (scroller.scrollHeight - scroller.clientHeight) / 2, behavior: 'instant' });
  const from = scroller.scrollTop;
  const rows = Array.from({ length: 32 }, (_row, n) => ((n + 0.5) * innerHeight) / 32);
  const hits = rows.map((y) => [0.1, 0.5, 0.9].map((part) => find(document, part * innerWidth, y)));
  const tops = hits.map((row) => row.map((element) => element?.getBoundingClientRect().top));
  scroller.scrollTo({ top: from + 20, behavior: 'instant' });
  const way = scroller.scrollTop - from;
  const stays = hits.filter((row, n) =>
    row.every((element, at) => element != null && element.getBoundingClientRect().top === tops[n][at]));
  scroller.scrollTo({ top: before, behavior: 'instant' });
  return way === 0 ? 0 : stays.length / rows.length;
})()`;
