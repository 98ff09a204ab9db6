import { isQuickPattern } from './simple-pattern.ts';
import { createRemoteValidator, vetSchemaShape } from '@formwork/schema';
import { isRecord } from '@formwork/schema/internal';

/** The functions that forms of `@formwork/react` expect of the worker that checks patterns. */
interface Checker {
  prepare(): void;
  check(request: { readonly schema: string; readonly value: string }): Promise<Verdict>;
}

type Verdict =
  | {
      readonly kind: 'checked';
      readonly problems: ReturnType<ReturnType<typeof createRemoteValidator>['check']>;
    }
  | { readonly kind: 'unchecked' };

/** The longest time of one check on the page itself, in milliseconds. */
const PATIENCE = 200;

/**
 * The checker of patterns on pages that may not start a worker. It runs patterns on the page itself
 * if all of them surely end soon for the entered texts; else nothing is checked here, and the form
 * says so. The agent checks everything again.
 */
export const pageChecker: Checker = {
  prepare() {},
  check: ({ schema, value }) => Promise.resolve(check(JSON.parse(schema), JSON.parse(value))),
};

function check(schema: unknown, value: unknown): Verdict {
  const outcome = vetSchemaShape(schema, { patterns: 'run' });
  if (outcome.kind === 'refused') return { kind: 'unchecked' };
  const length = measureLongest(value);
  if (!outcome.patterns.every(({ pattern }) => isQuickPattern(pattern, length))) {
    return { kind: 'unchecked' };
  }
  const problems = createRemoteValidator(outcome.vetted, { milliseconds: PATIENCE }).check(value);
  const isOpen = problems.some(({ keyword }) => keyword === 'timeout' || keyword === 'uncheckable');
  return isOpen ? { kind: 'unchecked' } : { kind: 'checked', problems };
}

/** Returns the length of the longest text or name in a value. */
function measureLongest(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) {
    return value.reduce<number>((most, item) => Math.max(most, measureLongest(item)), 0);
  }
  if (!isRecord(value)) return 0;
  return Object.entries(value).reduce(
    (most, [name, item]) => Math.max(most, name.length, measureLongest(item)),
    0,
  );
}
