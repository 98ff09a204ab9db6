import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { CODE_THEME } from '../markdown/code.js';
import { createFaults } from '../markdown/faults.js';
import { LANDING, readLanding } from '../markdown/landing.js';
import { addRules } from '../markdown/rules.js';
import { toSlug } from '../markdown/slug.js';
import { rewritePath, WORKSPACE } from '../pages.js';
import { createSidebar } from '../sidebar.js';

const faults = createFaults();

/** The icon of the page of forms. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  readFileSync(join(WORKSPACE, 'apps/forms/src/page/icon.svg'), 'utf8'),
)}`;

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
  srcExclude: ['{packages,packed,scripts}/**'],
  rewrites: rewritePath,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: ICON }]],
  metaChunk: true,
  markdown: {
    anchor: { slugify: toSlug },
    theme: CODE_THEME,
    config: (md) => addRules(md, faults),
  },
  themeConfig: {
    logo: ICON,
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
    publicDir: false,
    build: { chunkSizeWarningLimit: 5000 },
    plugins: [FIND_VUE],
    server: { host: '127.0.0.1', watch: { ignored: ['**/{apps,packages,test,scripts}/**'] } },
  },
});
