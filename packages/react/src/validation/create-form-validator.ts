import { createPartValidator } from './create-part-validator.ts';
import { pageChecker } from './page-checker.ts';
import type { WorkerChecker, WorkerVerdict } from './worker-checker.ts';
import {
  createRemoteValidator,
  type JsonSchema,
  type Problem,
  type SchemaIssue,
  vetSchemaShape,
} from '@formwork/schema';
import { isRecord } from '@formwork/schema/internal';

/** Values and texts that are judged at once. */
const MAX_VALUES = 25_000;

const MAX_TEXT = 20_000;

/** Values times characters of the schema. */
const MAX_WORK = 50_000_000;

/** Milliseconds of a check on the page's own thread; what takes longer is left to the worker. */
const PATIENCE = 80;

/** Judges values of one form. */
export interface FormValidator {
  /** Why values cannot be judged here; `undefined` if they can. */
  readonly unchecked: SchemaIssue | undefined;
  /** True if the schema has patterns, which run in a worker only. */
  readonly hasPatterns: boolean;
  /** True if `check` needs `judge` first: for patterns, and for values that take long to judge. */
  needsWorker(value: unknown): boolean;
  /**
   * Finds the faults of a value by the schema itself: all of them once `judge` has said so of this value,
   * else what is wrong whatever its patterns say. `[]` also if it cannot be judged here.
   */
  check(value: unknown): readonly Problem[];
  /** Starts what `judge` needs, if it surely will. */
  prepare(): void;
  /**
   * Has a value judged in the worker, for `check`. Gives the places of what could not be judged there,
   * as JSON pointers, which may be none if that is all of it; `undefined` if all of it was. Never
   * rejects.
   */
  judge(value: unknown): Promise<readonly string[] | undefined>;
  /** True if a value fits a part of the form schema: decides which alternative is drawn. */
  isPartValid(part: unknown, value: unknown): boolean;
}

/**
 * A validator without generated code, for one schema of one agent: a schema with the same `$id`
 * from somebody else has a validator of its own. No pattern is ever run on the page's own thread, and
 * no value judged there that may take long.
 *
 * What cannot be judged faithfully is not judged: `unchecked` says why.
 */
export function createFormValidator(
  source: JsonSchema | boolean,
  form: JsonSchema,
  checker: WorkerChecker = pageChecker,
): FormValidator {
  const schema = source === false ? { not: {} } : source;
  const outcome = vetSchemaShape(schema);
  const own =
    outcome.kind === 'vetted'
      ? createRemoteValidator(outcome.vetted, { milliseconds: PATIENCE })
      : undefined;
  const hasPatterns = outcome.kind === 'vetted' && outcome.patterns.length > 0;
  const schemaText = own === undefined ? '' : JSON.stringify(schema);
  let last: { readonly value: string; readonly verdict: WorkerVerdict } | undefined;
  /** The findings of this thread: a value that is sent is asked about first, and then judged. */
  let here: { readonly value: string; readonly problems: readonly Problem[] } | undefined;

  /** Finds the faults apart from patterns; `undefined` if that takes too long here. */
  function checkHere(value: unknown): readonly Problem[] | undefined {
    if (own === undefined) return [];
    // Nothing has been entered: that is said here.
    if (value === undefined) return own.check(value);
    if (isHeavy(value, schemaText.length)) return undefined;
    const text = JSON.stringify(value);
    if (here?.value !== text) here = { value: text, problems: own.check(value) };
    const { problems } = here;
    const isOpen = problems.some(
      ({ keyword }) => keyword === 'timeout' || keyword === 'uncheckable',
    );
    return isOpen ? undefined : problems;
  }

  function needsWorker(value: unknown): boolean {
    return hasPatterns || checkHere(value) === undefined;
  }

  /** Where patterns are applied to a value. */
  function listPlaces(value: unknown): readonly string[] {
    if (checkHere(value) === undefined) return [];
    const failing = vetSchemaShape(schema, { patterns: 'fail' });
    if (failing.kind === 'refused') return [];
    const problems = createRemoteValidator(failing.vetted, { milliseconds: PATIENCE }).check(value);
    return problems.filter(({ keyword }) => keyword === 'pattern').map(({ pointer }) => pointer);
  }

  return {
    unchecked: outcome.kind === 'refused' ? outcome.issues[0] : undefined,
    hasPatterns,
    needsWorker,
    prepare() {
      if (hasPatterns) checker.prepare();
    },
    check(value) {
      if (last !== undefined && JSON.stringify(value) === last.value) {
        if (last.verdict.kind === 'checked') return last.verdict.problems;
      }
      return checkHere(value) ?? [];
    },
    async judge(value) {
      if (own === undefined || value === undefined || !needsWorker(value)) return undefined;
      const asked = JSON.stringify(value);
      const verdict = await checker.check({ schema: schemaText, value: asked });
      last = { value: asked, verdict };
      return verdict.kind === 'checked' ? undefined : listPlaces(JSON.parse(asked));
    },
    isPartValid: createPartValidator(isRecord(form['$defs']) ? form['$defs'] : {}),
  };
}

/**
 * True if judging a value by a schema of so many characters may keep a page from anything else for
 * long. Checks end after some steps, whatever it is; this spares those that would surely be in vain.
 */
export function isHeavy(value: unknown, schemaSize: number): boolean {
  const most = Math.min(MAX_VALUES, MAX_WORK / Math.max(1, schemaSize));
  let values = 0;
  return isTooMuch(value);

  function isTooMuch(part: unknown): boolean {
    values += 1;
    if (values > most) return true;
    if (typeof part === 'string') return part.length > MAX_TEXT;
    if (Array.isArray(part)) return part.some(isTooMuch);
    if (!isRecord(part)) return false;
    for (const name in part) {
      if (name.length > MAX_TEXT || isTooMuch(part[name])) return true;
    }
    return false;
  }
}
