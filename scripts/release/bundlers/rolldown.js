import { rolldown } from 'rolldown';
import { WORKSPACE } from '../../when-changed.js';

/** Warnings about React's libraries, and about modules that one place loads late and another at once. */
const HARMLESS = new Set(['MODULE_LEVEL_DIRECTIVE', 'INEFFECTIVE_DYNAMIC_IMPORT']);

/** @type {import('../bundles.js').Bundler} */
export async function bundleByRolldown({ code, entry, peers }) {
  const bundler = await rolldown({
    cwd: WORKSPACE,
    platform: 'browser',
    input: entry,
    external: peers,
    plugins: [
      {
        name: 'formwork:entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
    // Each warning is an error here, and on a slow machine the times of plugins are one.
    checks: { bundlerTimings: false },
    onLog(level, log) {
      if (level === 'debug' || HARMLESS.has(log.code)) return;
      throw new Error(`Cannot bundle ${code}: ${log.message}`);
    },
  });
  const { output } = await bundler.generate({ format: 'esm', minify: true, keepNames: false });
  await bundler.close();
  return output
    .filter(({ type }) => type === 'chunk')
    .map((chunk) => ({
      name: chunk.fileName,
      code: chunk.code,
      isEntry: chunk.isEntry,
      imports: chunk.imports,
      modules: Object.entries(chunk.modules).map(([id, { renderedLength }]) => [
        id,
        renderedLength,
      ]),
    }));
}
