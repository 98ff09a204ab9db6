import { createRequire } from 'node:module';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

const ENTRY = createRequire(import.meta.url).resolve('@formwork/client');

/**
 * Bundles the client for a page; returns the chunks that load at the start and those that load
 * later.
 */
async function bundleClient(): Promise<readonly Rolldown.OutputChunk[]> {
  const result = (await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['module', 'browser', 'production', '@formwork/source'] },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput;
  return result.output.filter((file) => file.type === 'chunk');
}

test('a page that connects holds no analysis of patterns', async () => {
  const chunks = await bundleClient();
  const holds = (name: string): boolean =>
    chunks.some((chunk) => chunk.moduleIds.some((path) => path.includes(name)));
  const names = ['client/src/connect.ts', 'unsafe-pattern.ts', 'refa', 'scslre', 'regexpp'];
  expect(names.filter(holds)).toEqual(names.slice(0, 1));
});
