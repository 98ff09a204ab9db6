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

test('a page loads the transports of the SDK only for an agent that needs them', async () => {
  const chunks = await bundleClient();
  const first = listFirst(chunks);
  const holds = (name: string) => (chunk: Rolldown.OutputChunk) =>
    chunk.moduleIds.some((path) => path.includes(name));
  for (const name of ['client/src/connect.ts', 'client/src/transport/json-rpc-transport.ts']) {
    expect(first.some(holds(name))).toBe(true);
  }
  for (const name of ['sdk/dist/client/index.js', 'client/src/schemas/vet-schema.ts', '/jose/']) {
    expect([name, chunks.some(holds(name)), first.some(holds(name))]).toEqual([name, true, false]);
  }
});

/** Lists the chunks that the first one imports at once, itself included. */
function listFirst(chunks: readonly Rolldown.OutputChunk[]): readonly Rolldown.OutputChunk[] {
  const names = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  for (const name of names) {
    const chunk = chunks.find(({ fileName }) => fileName === name);
    for (const imported of chunk?.imports ?? []) names.add(imported);
  }
  return chunks.filter(({ fileName }) => names.has(fileName));
}
