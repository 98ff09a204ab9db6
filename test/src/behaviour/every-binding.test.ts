import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = new URL('.', import.meta.url);

/** Calls in a test file that reach an agent over JSON-RPC, REST and gRPC in turn. */
const OVER_ALL = /\b(?:testOverBindings|eachOverBindings|ALL_DOORS|ALL_CLIENT_DOORS)\b\)?\(/u;

/** Calls in a test file that reach an agent over JSON-RPC only. */
const BY_HAND = /\bcallJsonRpc\b/u;

const REASON = '// Not over every binding: ';

/** Returns why a file does not test its behaviour over every binding; `undefined` if it does. */
function findFault(text: string): string | undefined {
  if (text.startsWith(REASON)) return undefined;
  if (!OVER_ALL.test(text)) return 'calls no agent over every binding';
  return BY_HAND.test(text) ? 'calls an agent over JSON-RPC by hand' : undefined;
}

test('every behaviour is tested over JSON-RPC, REST and gRPC, or its file begins with why not', () => {
  const faults = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.test.ts') && name !== 'every-binding.test.ts')
    .map((name) => ({ name, fault: findFault(readFileSync(new URL(name, FOLDER), 'utf8')) }))
    .filter(({ fault }) => fault !== undefined);
  expect(faults).toEqual([]);
});

test.each([
  ["test('a', () => callAgent(url, call));", 'calls no agent over every binding'],
  ["import { ALL_DOORS } from 'x';\ntest('a', run);", 'calls no agent over every binding'],
  [`test('a', run);\n${REASON}too late.`, 'calls no agent over every binding'],
  ["testOverBindings('a', () => callJsonRpc(url));", 'calls an agent over JSON-RPC by hand'],
  ["testOverBindings('a', () => callAgent(url));", undefined],
  ["eachOverBindings([1])('a', run);", undefined],
  ["test.each(ALL_DOORS)('a', run);", undefined],
  [`${REASON}HTTP is the subject.\ntest('a', run);`, undefined],
])('the walk judges %j rightly', (text, fault) => {
  expect(findFault(text)).toBe(fault);
});
