import { trimForms } from '@formwork/react/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { addSlashScript } from '../forms/src/server/slash-script.ts';
import { fetchBeforeImports } from '../forms/vite.config.ts';

// The build is always for production, because a test that runs it has another mode, in which React
// is three times as large.
export default defineConfig({
  root: fileURLToPath(new URL('src/page', import.meta.url)),
  // All paths are relative, because the page can be mounted at any path.
  base: './',
  resolve: {
    conditions: ['module', 'browser', 'production', '@formwork/source'],
  },
  // The form of an answer does not use some parts of its library, so those are left out.
  plugins: [trimForms(), fetchBeforeImports(), addSlashScript()],
  define: { 'process.env.NODE_ENV': '"production"' },
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    outDir: fileURLToPath(new URL('dist/page', import.meta.url)),
    emptyOutDir: true,
    // A `data:` URL in a style sheet or script would need a policy that allows it.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      onLog(level, log, handler) {
        // "use client" in the form library is for servers that draw React, and this page has none.
        // The times of plugins are of no use here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE' && log.code !== 'PLUGIN_TIMINGS') {
          handler(level, log);
        }
      },
    },
  },
});
