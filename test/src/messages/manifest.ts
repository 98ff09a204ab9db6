import type { RulePart } from '../schemas/describe-coverage.ts';
import manifest from './manifest.json' with { type: 'json' };

/**
 * The rules of the Message Schemas Reference, document version 1.0 (December 2025), each with the
 * place where it stands. Tests cite the keys through `verifiesMessages`, and so do the entries of
 * `schemas/messages/v1/examples.json`.
 *
 * Left out are the examples of specialised types, the files of packages, the header with `version`,
 * `deprecated` and `changelog`, which no printed schema has, and the advice to keep a changelog, a
 * matrix of versions and migration guides, because there is one version.
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
