import { createRemoteValidator, vetSchemaShape, WIDE_LIMITS } from '@formwork/schema';

type CheckResult =
  | {
      readonly kind: 'checked';
      readonly problems: ReturnType<ReturnType<typeof createRemoteValidator>['check']>;
    }
  | { readonly kind: 'unchecked' };

/** The longest time of one check on the page itself, in milliseconds. */
const PATIENCE = 200;

/**
 * The checker of patterns on pages that may not start a worker. It checks on the page itself, for a
 * limited number of steps; beyond it nothing is checked here, and the form says so. The agent checks
 * everything again.
 */
export const pageChecker: {
  prepare(): void;
  check(request: { readonly schema: string; readonly value: string }): Promise<CheckResult>;
} = {
  prepare() {},
  check: ({ schema, value }) => Promise.resolve(check(JSON.parse(schema), JSON.parse(value))),
};

function check(schema: unknown, value: unknown): CheckResult {
  const outcome = vetSchemaShape(schema, { limits: WIDE_LIMITS, patterns: 'run' });
  if (outcome.kind === 'refused') return { kind: 'unchecked' };
  const problems = createRemoteValidator(outcome.vetted, { milliseconds: PATIENCE }).check(value);
  const isOpen = problems.some(({ keyword }) => keyword === 'timeout' || keyword === 'uncheckable');
  return isOpen ? { kind: 'unchecked' } : { kind: 'checked', problems };
}
