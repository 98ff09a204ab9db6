import { trimForms } from '@formwork/react/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Leaves out what forms do not use of their library.
  plugins: [trimForms()],
  build: {
    target: 'es2023',
    outDir: fileURLToPath(new URL('../../../dist/react-app/page', import.meta.url)),
    emptyOutDir: true,
  },
  // The forms check patterns in a worker, which has to stay a file of its own in development.
  optimizeDeps: { exclude: ['@formwork/react'] },
});
