import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

// Whoever builds the page in a test has another mode there, in which React is three times its size.
export default defineConfig({
  root: fileURLToPath(new URL('src/page', import.meta.url)),
  // The page is mounted anywhere: its files are beside it.
  base: './',
  resolve: {
    conditions: ['module', 'browser', 'production', '@formwork/source'],
    // Text of strangers is drawn as text: no pictures from elsewhere, and 31 kB less.
    alias: { 'markdown-to-jsx/react': '@formwork/react/plain-markdown' },
  },
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
  },
});
