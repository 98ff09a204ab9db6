// Checks a text as a page of the site, without building it.
import { join } from 'node:path';
import { createMarkdownRenderer } from 'vitepress';
import { CODE_THEME } from './markdown/code.js';
import { createFaults } from './markdown/faults.js';
import { addRules } from './markdown/rules.js';
import { toSlug } from './markdown/slug.js';
import { WORKSPACE } from './pages.js';

/**
 * Makes a function that renders a text as if it were a page, and lists what is wrong in it. A text
 * can link to its own anchors and to other files, not to anchors of other pages.
 *
 * @returns {Promise<(path: string, text: string) => { html: string, faults: readonly string[] }>}
 */
export async function createChecker() {
  let faults = createFaults();
  const proxy = {
    add: (...given) => faults.add(...given),
    addAnchors: (...given) => faults.addAnchors(...given),
    addLink: (...given) => faults.addLink(...given),
  };
  const md = await createMarkdownRenderer(WORKSPACE, {
    anchor: { slugify: toSlug },
    theme: CODE_THEME,
    config: (renderer) => addRules(renderer, proxy),
  });
  return (path, text) => {
    faults = createFaults();
    const html = md.render(text, { path: join(WORKSPACE, path), relativePath: path });
    return { html, faults: faults.list() };
  };
}
