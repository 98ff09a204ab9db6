import { fileURLToPath } from 'node:url';
import { trimForms } from '@formwork/react/vite';
import { defineConfig, type Plugin } from 'vite';

/** Matches the module that draws forms, whose chunk is preloaded with all that it imports. */
const FORM_MODULE = /\/form\/form-card\.tsx$/u;

/**
 * Adds links to the HTML that preload the chunks of forms, and a script that requests the agent
 * early, so that both come together with the page and not after it.
 */
function preloadForms(): Plugin {
  return {
    name: 'formwork:preload-forms',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = new Map(
          Object.values(bundle).flatMap((file) =>
            file.type === 'chunk' ? [[file.fileName, file] as const] : [],
          ),
        );
        const first = [...chunks.values()].find(({ facadeModuleId }) =>
          FORM_MODULE.test(facadeModuleId ?? ''),
        );
        const needed = new Set<string>();
        function visit(name: string): void {
          if (needed.has(name)) return;
          needed.add(name);
          chunks.get(name)?.imports.forEach(visit);
        }
        if (first === undefined) throw new Error('Cannot build the page as it must have forms.');
        visit(first.fileName);
        const early = [...chunks.values()].find(({ name, isEntry }) => isEntry && name === 'early');
        if (early === undefined) throw new Error('Cannot build the page as it must ask early.');
        const start = {
          tag: 'script',
          attrs: { type: 'module', crossorigin: true, async: true, src: `./${early.fileName}` },
          injectTo: 'head-prepend' as const,
        };
        const links = [...needed]
          .filter((name) => !html.includes(name) && name !== early.fileName)
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${name}` },
            injectTo: 'head' as const,
          }));
        return [start, ...links];
      },
    },
  };
}

// Whoever builds the page in a test has another mode there, in which React is three times its size.
export default defineConfig({
  root: fileURLToPath(new URL('src/page', import.meta.url)),
  // The page is mounted anywhere: its files are beside it.
  base: './',
  resolve: {
    conditions: ['module', 'browser', 'production', '@formwork/source'],
  },
  // What forms make no use of, a renderer of Markdown above all: text of strangers is drawn as text.
  plugins: [trimForms(), preloadForms()],
  define: { 'process.env.NODE_ENV': '"production"' },
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    outDir: fileURLToPath(new URL('dist/page', import.meta.url)),
    emptyOutDir: true,
    // A file inside a style sheet or a script would need a policy that allows it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: [
        fileURLToPath(new URL('src/page/index.html', import.meta.url)),
        fileURLToPath(new URL('src/page/early.ts', import.meta.url)),
      ],
      onLog(level, log, handler) {
        // "use client" of the form library is for servers that draw React, of which there are none here;
        // how long a plugin takes is of no use to whoever starts the page.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE' && log.code !== 'PLUGIN_TIMINGS') {
          handler(level, log);
        }
      },
    },
  },
});
