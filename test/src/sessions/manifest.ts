import type { RulePart } from '../schemas/describe-coverage.ts';
import manifest from './manifest.json' with { type: 'json' };

/**
 * The rules of the session API's JSON Specification, each with the place where it stands. Tests
 * cite the keys through `verifiesSessions`, and so do the entries of
 * `schemas/sessions/v1/examples.json`.
 *
 * Left out are the validation tools that the document announces.
 */
export const RULES = manifest;

/** The id of a rule in {@link RULES}. */
export type RuleId = keyof typeof manifest;

/**
 * The parts of the document that are checked: `coverage.test.ts` fails for each of their rules that
 * no test cites.
 */
export const CHECKED_PARTS: readonly RulePart[] = ['schema', 'behaviour'];

/** The folders whose tests `coverage.test.ts` searches for citations. */
export const CITING_FOLDERS: readonly URL[] = [new URL('.', import.meta.url)];
