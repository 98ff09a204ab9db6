import { fileURLToPath } from 'node:url';
import { trimForms } from '@formwork/react/vite';
import { defineConfig } from 'vite';

// Whoever builds the page in a test has another mode there, in which React is three times its size.
export default defineConfig({
  root: fileURLToPath(new URL('src/page', import.meta.url)),
  // The page is mounted anywhere: its files are beside it.
  base: './',
  resolve: {
    conditions: ['module', 'browser', 'production', '@formwork/source'],
  },
  // What forms make no use of, a renderer of Markdown above all: text of strangers is drawn as text.
  plugins: [trimForms()],
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
      onLog(level, log, handler) {
        // "use client" of the form library: for servers that draw React, and this page has none.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handler(level, log);
      },
    },
  },
});
