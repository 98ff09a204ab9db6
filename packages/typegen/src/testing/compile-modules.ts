import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TSC = fileURLToPath(new URL('../bin/tsc', import.meta.resolve('typescript')));

/**
 * Compiles TypeScript modules and returns the lines that the compiler prints, `[]` if it accepts
 * all modules.
 */
export function compileModules(modules: ReadonlyMap<string, string>): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'typegen-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const compilerOptions = {
      noEmit: true,
      allowImportingTsExtensions: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      types: [],
      target: 'es2023',
      // The compiler's own declarations would take longer than the modules, most of all a browser's.
      lib: ['es2023'],
      skipDefaultLibCheck: true,
      module: 'nodenext',
      isolatedDeclarations: true,
      declaration: true,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    for (const [name, code] of modules) writeFileSync(join(folder, `${name}.ts`), code);
    // Each further checker would read the types of libraries again.
    const args = [TSC, '-p', folder, '--pretty', 'false', '--checkers', '1'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
    return status === 0 || lines.length > 0 ? lines : [`tsc ended with ${status}`];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
