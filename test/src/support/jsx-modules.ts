// Lets Node load modules with JSX, which it cannot strip of their types. Workers of tests begin with
// this file:
//
//   node --import ./test/src/support/jsx-modules.ts
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type * as Rolldown from 'rolldown/utils';

const require = createRequire(import.meta.url);

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context);
    return { format: 'module', source: transform(fileURLToPath(url)), shortCircuit: true };
  },
});

/** Returns the JavaScript of a module, with a map to its lines. */
function transform(file: string): string {
  // It is loaded with the first module that needs it.
  const { transformSync }: typeof Rolldown = require('rolldown/utils');
  const { code, map, errors } = transformSync(file, readFileSync(file, 'utf8'), {
    jsx: { runtime: 'automatic' },
    sourcemap: true,
    tsconfig: false,
  });
  const [error] = errors;
  if (error !== undefined) throw error;
  const bytes = Buffer.from(JSON.stringify(map)).toString('base64');
  return `${code}\n//# sourceMappingURL=data:application/json;base64,${bytes}`;
}
