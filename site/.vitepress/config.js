import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { checkNames } from '../markdown/check-names.js';
import { CODE_THEME, shortenCode } from '../markdown/code.js';
import { drawDiagrams } from '../markdown/diagrams.js';
import { createFaults } from '../markdown/faults.js';
import { LANDING, readLanding, writeLanding } from '../markdown/landing.js';
import { linkPages } from '../markdown/links.js';
import { linkNames } from '../markdown/names.js';
import { writeReference } from '../markdown/reference.js';
import { toSlug } from '../markdown/slug.js';
import { rewritePath } from '../pages.js';
import { createSidebar } from '../sidebar.js';

const faults = createFaults();

/** Lets pages find Vue when they are rendered, because they lie outside of this project. */
const FIND_VUE = {
  name: 'find-vue',
  enforce: 'pre',
  resolveId: (id, _, { ssr }) =>
    ssr && /^vue(?:\/server-renderer)?$/u.test(id) ? { id, external: true } : undefined,
};

// oxlint-disable-next-line import/no-default-export -- The generator wants it.
export default defineConfig({
  title: 'Formwork',
  description:
    'Turns a skill and the JSON Schema of its input into an agent that others call correctly.',
  lang: 'en',
  srcDir: '..',
  outDir: './dist',
  cacheDir: './node_modules/.cache/vitepress',
  srcExclude: ['{apps,packages,packed,scripts}/**'],
  rewrites: rewritePath,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  metaChunk: true,
  markdown: {
    anchor: { slugify: toSlug },
    theme: CODE_THEME,
    config(md) {
      shortenCode(md);
      writeLanding(md);
      writeReference(md);
      linkPages(md, faults);
      checkNames(md, faults);
      linkNames(md);
      drawDiagrams(md);
    },
  },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/docs/start.html' },
      { text: 'Reference', link: '/docs/reference/' },
      { text: 'Decisions', link: '/docs/decisions/' },
      { text: 'Changes', link: '/CHANGELOG.html' },
    ],
    sidebar: createSidebar(),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        _render(source, env, md) {
          // A search looks for words, so nothing has to be coloured for it.
          const { highlight } = md.options;
          md.options.highlight = null;
          try {
            return md.render(source, env);
          } finally {
            md.options.highlight = highlight;
          }
        },
      },
    },
  },
  transformPageData(page) {
    if (page.relativePath !== LANDING) return undefined;
    const frontmatter = readLanding();
    return { frontmatter, title: frontmatter.title, titleTemplate: false };
  },
  buildEnd() {
    const found = faults.list();
    if (found.length > 0)
      throw new Error(
        `Cannot publish the pages because:\n${found.map((one) => `- ${one}`).join('\n')}`,
      );
  },
  vite: {
    configFile: false,
    publicDir: fileURLToPath(new URL('../public', import.meta.url)),
    build: { chunkSizeWarningLimit: 5000 },
    plugins: [FIND_VUE],
    server: { host: '127.0.0.1', watch: { ignored: ['**/{apps,packages,test,scripts}/**'] } },
  },
});
