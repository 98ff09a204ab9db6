// Builds the pages that packages serve to browsers with Vite, if any of their sources has changed.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whenChanged } from './when-changed.js';

/**
 * Builds `folder/vite.config.ts` with Vite if `output` does not exist, or if `sources` (files and
 * folders) have changed since the last build. Calls `then` after a build.
 */
export async function buildWhenChanged({ folder, name, output, sources, then }) {
  const configFile = join(folder, 'vite.config.ts');
  const madeOf = [...sources, configFile, fileURLToPath(import.meta.url)];
  await whenChanged({ folder, name, outputs: [output], sources: madeOf }, async () => {
    process.env.NODE_ENV = 'production';
    const { build } = await import('vite');
    await build({ configFile, mode: 'production', logLevel: 'warn' });
    await then?.();
  });
}
