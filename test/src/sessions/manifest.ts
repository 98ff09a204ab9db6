import type { RulePart } from '../schemas/describe-coverage.ts';
import manifest from './manifest.json' with { type: 'json' };

/**
 * What the JSON Specification of the session API, asks for: rule by rule, with where it stands.
 * Tests cite the keys through `verifiesSessions`, and so do the entries of
 * `schemas/sessions/v1/examples.json`.
 *
 * Left out: the validation tools that the document announces.
 */
export const RULES = manifest;

/** The id of a rule. */
export type RuleId = keyof typeof manifest;

/** The parts of which a rule that no test cites fails `coverage.test.ts`. */
export const CHECKED_PARTS: readonly RulePart[] = ['schema', 'behaviour'];

/** The folders whose tests are searched for citations. */
export const CITING_FOLDERS: readonly URL[] = [new URL('.', import.meta.url)];
