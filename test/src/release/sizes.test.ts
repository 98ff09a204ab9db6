import { expect, test } from 'vitest';
import { scripts, type Budget, type OfAll, type Size } from './release-scripts.ts';

const NAME = '@formwork/ours';
const CODE = "import { one } from '@formwork/ours'";

const BUDGETS: OfAll<Budget> = {
  packed: { [NAME]: { limit: 100, parts: { code: 150, maps: 200, source: 80 } } },
  bundled: { [CODE]: { limit: 10, later: 5, without: ['/heavy/'], parts: { ajv: 20 } } },
};
const SIZES: OfAll<Size> = {
  packed: { [NAME]: { size: 90, parts: { code: 150, maps: 200, source: 80 } } },
  bundled: { [CODE]: { size: 9, later: 4, modules: ['a/light/b.js'], parts: { ajv: 20 } } },
};

function withSizes(packed: Partial<Size>, bundled: Partial<Size> = {}): OfAll<Size> {
  return {
    packed: { [NAME]: { size: 90, parts: {}, ...packed } },
    bundled: { [CODE]: { size: 9, later: 4, modules: [], parts: {}, ...bundled } },
  };
}

test('sizes within their budgets have no faults', () => {
  expect(scripts.findSizeFaults(SIZES, BUDGETS)).toEqual([]);
});

test('a tarball that grew is told with the parts that grew, and what to do', () => {
  const sizes = withSizes({
    size: 101.5,
    parts: { code: 160, maps: 240.5, source: 80.2, wasm: 1 },
  });
  expect(scripts.findSizeFaults(sizes, BUDGETS)).toEqual([
    'Cannot publish @formwork/ours because it must have 100 kB or less as a tarball: current value is 101.5 kB. Uncompressed, it has grown since the budget was set: maps by 40.5 kB, code by 10.0 kB, wasm by 1.0 kB. Take out what users do not need. If they need it, set the budget anew with: node scripts/release/sizes.js --keep "@formwork/ours"',
  ]);
});

test('a page that loads more at once or later, or what it should leave out, is told', () => {
  const sizes = withSizes({}, { size: 11, later: 6, modules: ['x/heavy/a.js', 'x/heavy/b.js'] });
  const [first, later, kept, ...others] = scripts.findSizeFaults(sizes, BUDGETS);
  expect(first).toContain('10 kB or less compressed, loaded at once: current value is 11 kB.');
  expect(later).toContain('loaded later must have 5 kB or less, compressed: current value is 6 kB');
  expect(kept).toContain('leave out /heavy/: it has 2 modules of it, such as x/heavy/a.js.');
  expect(others).toEqual([]);
});

test('every package has a budget, and every budget a package', () => {
  const none = { packed: {}, bundled: {} };
  expect(scripts.findSizeFaults(SIZES, none)[0]).toContain('it must have a budget. Set one with');
  expect(scripts.findSizeFaults(none, BUDGETS)[0]).toContain(
    'Cannot keep the budget of @formwork/',
  );
});

test('a budget that is set anew has some room, and others stay', () => {
  const sizes = withSizes({ size: 200, parts: { code: 300 } }, { size: 20 });
  const { packed, bundled } = scripts.renewBudgets(BUDGETS, { sizes, name: NAME });
  expect(packed[NAME]).toEqual({ limit: 221, parts: { code: 300 } });
  expect(bundled).toEqual(BUDGETS.bundled);
  expect(scripts.renewBudgets(BUDGETS, { sizes }).bundled[CODE]).toEqual({
    limit: 21,
    later: 4.2,
    without: ['/heavy/'],
    parts: {},
  });
});

test('a bundler leaves out what a page does not import', async () => {
  const one = await scripts.bundleImports("import { isFormworkError } from '@formwork/schema'");
  expect(one.modules).toEqual(['packages/schema/dist/errors/formwork-error.js']);
  expect(one.first).toBeGreaterThan(50);
  const nothing = await scripts.bundleImports("import '@formwork/core'");
  expect(nothing.modules).toEqual([]);
});
