import { trimForms } from '@formwork/react/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/** The checker of patterns that replaces the web worker of `@formwork/react`. */
const CHECKER = fileURLToPath(new URL('src/element/page-checker.ts', import.meta.url));

/**
 * The codes of warnings that this build hides, because they do not matter for a script in one file.
 */
const QUIET = new Set(['MODULE_LEVEL_DIRECTIVE', 'EMPTY_IMPORT_META', 'PLUGIN_TIMINGS']);

/**
 * Replaces the web worker that checks patterns, because pages with a strict policy do not let an
 * element start one.
 */
const withoutWorker: Plugin = {
  name: 'formwork:without-worker',
  enforce: 'pre',
  resolveId: (source, importer) =>
    /\/page-checker\.(?:js|ts)$/u.test(source) && importer?.includes('/validation/') === true
      ? CHECKER
      : null,
};

/** The parser of media types that replaces the one of HTTP headers. */
const MEDIA_TYPE = fileURLToPath(new URL('src/element/plain-media-type.ts', import.meta.url));

/** Replaces the parser of `Content-Type`, because the element sees the types of files alone. */
const withPlainMediaTypes: Plugin = {
  name: 'formwork:plain-media-types',
  enforce: 'pre',
  resolveId: (source) => (source === 'content-type' ? MEDIA_TYPE : null),
};

/**
 * Leaves out what the element never asks for: examples, JSON beside a form or a result, and pictures
 * in the whole window.
 */
const withoutUnused: Plugin = {
  name: 'formwork:without-unused',
  enforce: 'pre',
  resolveId: (source) =>
    /\/(?:example-chips|json-panel|tabs|enlarging|pointed-focus)\.(?:js|tsx?)$/u.test(source)
      ? '\0formwork:unused'
      : null,
  load: (id) =>
    id === '\0formwork:unused'
      ? `const nothing = () => null;
        export const Enlarging = ({ children }) => children;
        export { nothing as ExampleChips, nothing as JsonPanel, nothing as Tabs };
        export { nothing as markPointedFocus };`
      : null,
};

/** Replaces Vite's loader of chunks, because the element has only one script. */
const withoutPreload: Plugin = {
  name: 'formwork:without-preload',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null,
};

export default defineConfig({
  root: fileURLToPath(new URL('src/element', import.meta.url)),
  resolve: {
    conditions: ['module', 'browser', 'production', '@formwork/source'],
    // The components are the same as on other pages; only what draws them is smaller here.
    alias: [
      { find: /^react-dom\/client$/u, replacement: 'preact/compat/client' },
      { find: /^react\/jsx-runtime$/u, replacement: 'preact/jsx-runtime' },
      { find: /^react(?:-dom)?$/u, replacement: 'preact/compat' },
    ],
    dedupe: ['preact'],
  },
  plugins: [trimForms(), withoutWorker, withPlainMediaTypes, withoutUnused, withoutPreload],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2023',
    // For browsers with `light-dark()`, which the theme of forms needs.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    lib: {
      entry: fileURLToPath(new URL('src/element/main.ts', import.meta.url)),
      formats: ['iife'],
      name: 'formworkForm',
      fileName: () => 'element.js',
    },
    outDir: fileURLToPath(new URL('dist/element', import.meta.url)),
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: {
      // Includes modules that are otherwise loaded late: nothing may load a second script.
      output: { codeSplitting: false },
      onLog(level, log, handler) {
        if (!QUIET.has(log.code ?? '')) handler(level, log);
      },
    },
  },
});
