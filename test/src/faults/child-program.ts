import { globSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { shareBuild } from '../support/share-build.ts';

const SOURCES = fileURLToPath(new URL('children/', import.meta.url));
const FOLDER = fileURLToPath(new URL('../../dist/children/', import.meta.url));

/**
 * The end of every program: it writes the compile cache once it has started, because most programs
 * are killed, and then every start would compile everything.
 */
const FLUSH = `(await import('node:module')).flushCompileCache();`;

let built: Promise<unknown> | undefined;

/**
 * Returns the path of a built program of `children/`. All modules that it loads are bundled into
 * few files, because tests start such programs often and each start would otherwise read a thousand
 * small files.
 */
export async function toChildProgram(name: string): Promise<string> {
  built ??= shareBuild('children', buildPrograms);
  await built;
  return join(FOLDER, `${name}.js`);
}

/**
 * Bundles all programs of `children/` together, because they share most of the modules that they
 * load.
 */
async function buildPrograms(): Promise<readonly string[]> {
  const bundle = await rolldown({
    platform: 'node',
    input: globSync('*.ts', { cwd: SOURCES }).map((name) => join(SOURCES, name)),
    // This package loads a binary from its own folder at run time.
    external: ['better-sqlite3'],
    resolve: { conditionNames: ['@formwork/source', 'node'] },
    logLevel: 'warn',
  });
  // Each start reads the whole file, so it should be small.
  const codegen = { removeWhitespace: true };
  const { output } = await bundle.generate({
    minify: { compress: false, mangle: false, codegen },
    footer: ({ isEntry }) => (isEntry ? FLUSH : ''),
    chunkFileNames: '[name].js',
  });
  await bundle.close();
  mkdirSync(FOLDER, { recursive: true });
  for (const file of output) {
    const text = file.type === 'asset' ? file.source : toAscii(file.code);
    const path = join(FOLDER, file.fileName);
    // Another run may start the same file now, so that it must be whole at any time.
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, text);
    renameSync(draft, path);
  }
  return output.map(({ fileName }) => fileName);
}

/**
 * Returns code with all characters beyond ASCII written as escapes, because Node loads ASCII text
 * faster than any other.
 */
function toAscii(code: string): string {
  return code.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
