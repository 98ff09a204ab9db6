import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const FOLDER = new URL('../../dist/children/', import.meta.url);

/** Programs that were begun in this process, by name. */
const programs = new Map<string, Promise<string>>();

/**
 * The path of a program of `children/`, with all modules that it loads in one file. Tests that start
 * it again and again would else wait for a thousand small files to be found and read each time.
 */
export function toChildProgram(name: string): Promise<string> {
  const begun = programs.get(name) ?? buildProgram(name);
  programs.set(name, begun);
  return begun;
}

async function buildProgram(name: string): Promise<string> {
  const bundle = await rolldown({
    platform: 'node',
    input: fileURLToPath(new URL(`children/${name}.ts`, import.meta.url)),
    // What it loads at run time, its binary, it looks for beside itself.
    external: ['better-sqlite3'],
    resolve: { conditionNames: ['@formwork/source', 'node'] },
    logLevel: 'warn',
  });
  // Every start reads all of it.
  const codegen = { removeWhitespace: true };
  const { output } = await bundle.generate({
    codeSplitting: false,
    minify: { compress: false, mangle: false, codegen },
  });
  await bundle.close();
  const [program] = output;
  mkdirSync(FOLDER, { recursive: true });
  const path = fileURLToPath(new URL(`${name}.js`, FOLDER));
  // Another worker may start the same file now, so that it must be whole at any time.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, toAscii(program.code));
  renameSync(draft, path);
  return path;
}

/** The same program: Node decodes and keeps a text of one byte a character faster than any other. */
function toAscii(code: string): string {
  return code.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
