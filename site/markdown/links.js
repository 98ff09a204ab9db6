import { locate, PAGES, toAddress, toPath } from '../pages.js';
import { walkInline } from './tokens.js';

const OUTSIDE = /^(?:[a-z][a-z+.-]*:|\/\/)/iu;

/**
 * Makes links between files of the repository links between pages, and notes them with the anchors
 * of each page.
 *
 * @param {import('vitepress').MarkdownRenderer} md
 * @param {import('./faults.js').Faults} faults
 */
export function linkPages(md, faults) {
  md.core.ruler.push('link-pages', ({ tokens, env }) => {
    const from = toPath(env.path);
    faults.addAnchors(from, findAnchors(tokens));
    walkInline(tokens, (token) => {
      if (token.type !== 'link_open') return;
      const href = token.attrGet('href') ?? '';
      if (OUTSIDE.test(href) || href.startsWith('/')) return;
      const [file = '', hash] = href.split('#');
      const path = file === '' ? from : locate(from, file);
      if (path === undefined) {
        faults.add(from, `links to ${href}, which must exist`);
        return;
      }
      if (hash !== undefined && PAGES.has(path)) faults.addLink({ from, path, hash, href });
      if (file === '') return;
      token.attrSet('href', toAddress(path) + (hash === undefined ? '' : `#${hash}`));
    });
  });
}

/** Lists the anchors of a page: of its headings, and those written as HTML. */
function findAnchors(tokens) {
  const headings = tokens.flatMap((token) => {
    const id = token.type === 'heading_open' ? token.attrGet('id') : null;
    return id === null ? [] : [id];
  });
  const written = tokens
    .filter(({ type }) => type === 'html_block' || type === 'inline')
    .flatMap(({ content }) => [...content.matchAll(/<a (?:id|name)="([^"]+)"/gu)])
    .map(([, id]) => id);
  return [...headings, ...written];
}
