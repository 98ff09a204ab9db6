import { build } from 'esbuild';
import { basename, dirname, join } from 'node:path';
import { WORKSPACE } from '../../when-changed.js';

/** @type {import('../bundles.js').Bundler} */
export async function bundleByEsbuild({ code, entry, peers }) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: WORKSPACE,
    stdin: { contents: code, resolveDir: dirname(entry), sourcefile: entry },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    minify: true,
    metafile: true,
    write: false,
    outdir: 'out',
    logLevel: 'silent',
    plugins: [
      {
        name: 'formwork:peers',
        setup(plugin) {
          // Go, which runs the filter, knows no flag `u`.
          const filter = new RegExp(peers.source, '');
          plugin.onResolve({ filter }, () => ({ external: true }));
        },
      },
    ],
  });
  const codes = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  return Object.entries(metafile.outputs).map(([path, { entryPoint, imports, inputs }]) => ({
    name: basename(path),
    code: codes.get(basename(path)),
    // The files that are loaded late are entries, too.
    isEntry: entryPoint !== undefined && join(WORKSPACE, entryPoint) === entry,
    imports: imports
      .filter(({ kind, external }) => kind === 'import-statement' && external !== true)
      .map((one) => basename(one.path)),
    modules: Object.entries(inputs).map(([id, { bytesInOutput }]) => [
      join(WORKSPACE, id),
      bytesInOutput,
    ]),
  }));
}
