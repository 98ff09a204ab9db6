import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = new URL('.', import.meta.url);

/** The modules by which a test calls an agent over every binding. */
const SHARED =
  /support\/(?:bindings|doors|asking-agent|grpc-call)\.ts|typed-client\/client-doors\.ts/u;

test('every behaviour is tested over JSON-RPC, REST and gRPC, or says why not', () => {
  const alone = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.test.ts') && name !== 'every-binding.test.ts')
    .filter((name) => {
      const text = readFileSync(new URL(name, FOLDER), 'utf8');
      return !SHARED.test(text) && !text.startsWith('// One binding: ');
    });
  expect(alone).toEqual([]);
});
