import { defineSkill } from '@formwork/core';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import * as z from 'zod';

const ENTRY = join(import.meta.dirname, 'program-of-a-page.js');

/** Bundles a program for places that are no Node. It fails if a module of Node is reached. */
async function bundle(code: string): Promise<readonly string[]> {
  const bundler = await rolldown({
    platform: 'browser',
    input: ENTRY,
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === ENTRY ? id : undefined),
        load: (id) => (id === ENTRY ? code : undefined),
      },
    ],
    onLog(_level, { code: kind, message }) {
      if (kind === 'UNRESOLVED_IMPORT') throw new Error(message);
    },
  });
  const { output } = await bundler.generate({ format: 'esm', minify: true });
  await bundler.close();
  return output.map((file) => (file.type === 'chunk' ? file.code : ''));
}

/** Describes a skill with patterns that the library runs, one of them slowly and one with a flag. */
function describeSkill(library: typeof z, define: typeof defineSkill): unknown {
  const input = library.object({
    slow: library.string().regex(/^(a+)+$/u),
    linear: library.email(),
    folded: library.string().regex(/^[a-k]+$/iu),
    letters: library.string().regex(/^\p{Lu}\p{Ll}*$/u),
  });
  const skill = { id: 'check', name: 'Check', description: 'Checks.', tags: [] };
  const { issues } = define({ ...skill, input: { form: input }, run: () => 'done' });
  return issues.map(({ code, pointer, message }) => ({ code, pointer, message }));
}

test('defineSkill() judges patterns without Node and without eval as it does here, before it returns', async () => {
  const [code = ''] = await bundle(`
    import { defineSkill } from '@formwork/core';
    import * as z from 'zod';
    globalThis.issues = JSON.stringify((${String(describeSkill)})(z, defineSkill));
  `);
  const globals = { crypto, structuredClone, TextDecoder, TextEncoder, URL };
  const context = createContext(globals, { codeGeneration: { strings: false, wasm: false } });
  // In a function: a name of the bundle may be one that V8 itself gives to new contexts.
  runInContext(`(() => {${code}})()`, context);
  const issues: unknown = JSON.parse(String(context['issues']));
  expect(issues).toEqual(describeSkill(z, defineSkill));
  expect(issues).toMatchObject([
    { code: 'schema-pattern-unsafe', pointer: '/properties/slow/pattern' },
    { code: 'conversion-flags', pointer: '/properties/folded/pattern' },
  ]);
});

test('connect() reaches no module of Node, not even later', async () => {
  const files = await bundle("export { connect } from '@formwork/client';");
  expect(files.length).toBeGreaterThan(1);
  expect(files.filter((code) => /["'`]node:/u.test(code))).toEqual([]);
});
