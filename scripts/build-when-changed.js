// Builds with Vite what packages serve to browsers, unless nothing changed that it is made of.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whenChanged } from './when-changed.js';

/**
 * Builds `folder/vite.config.ts` with Vite if `output` does not exist, or `sources` (files and
 * folders) have changed since the last build. `then` runs after a build.
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
