import type { RulePart } from '../schemas/describe-coverage.ts';
import manifest from './manifest.json' with { type: 'json' };

/**
 * What the Message Schemas Reference, document version 1.0 (December 2025), asks for: rule by rule, with where it stands.
 * Tests cite the keys through `verifiesMessages`, and so do the entries of
 * `schemas/messages/v1/examples.json`.
 *
 * Left out: the examples of specialised types, the files of packages, the header with `version`,
 * `deprecated` and `changelog`, which no printed schema has, and the advice to keep a changelog, a
 * matrix of versions and migration guides, as there is one version.
 */
export const RULES = manifest;

/** The id of a rule. */
export type RuleId = keyof typeof manifest;

/** The parts of which a rule that no test cites fails `coverage.test.ts`. */
export const CHECKED_PARTS: readonly RulePart[] = ['schema', 'behaviour'];

/** The folders whose tests are searched for citations. */
export const CITING_FOLDERS: readonly URL[] = [new URL('.', import.meta.url)];
