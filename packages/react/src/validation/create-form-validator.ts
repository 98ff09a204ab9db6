import {
  createRemoteValidator,
  type JsonSchema,
  type Problem,
  type SchemaIssue,
  vetSchemaShape,
  WIDE_LIMITS,
} from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { createPartValidator } from './create-part-validator.ts';
import { pageChecker } from './page-checker.ts';
import type { WorkerChecker, WorkerResult } from './worker-checker.ts';

/** The maximum number of values in data that are checked on the page's main thread. */
const MAX_VALUES = 25_000;

const MAX_TEXT = 20_000;

/**
 * The maximum product of the number of values and the characters of the schema for a check on the
 * page's main thread.
 */
const MAX_WORK = 50_000_000;

/** Milliseconds after which a check on the page's main thread is left to the worker. */
const PATIENCE = 80;

/** The validator for the data of one form. */
export interface FormValidator {
  /** The reason why this page cannot check any value; `undefined` if it can. */
  readonly unchecked: SchemaIssue | undefined;
  /** True if the schema has patterns, which run only in the worker. */
  readonly hasPatterns: boolean;
  /**
   * True if `judge` must run before `check`: for a schema with patterns, and for a value that takes
   * long to check.
   */
  needsWorker(value: unknown): boolean;
  /**
   * Returns the problems of a value by the schema: all of them if `judge` has just checked this
   * value, else those that do not depend on patterns. `[]` if the value cannot be checked.
   */
  check(value: unknown): readonly Problem[];
  /** True if `check` knows whether values are missing: this page, or `judge`, can check the value. */
  knowsMissing(value: unknown): boolean;
  /** Starts the worker if `judge` will surely need it. */
  prepare(): void;
  /**
   * Checks a value in the worker, so that `check` knows the outcome. Resolves with JSON pointers to
   * the texts that could not be checked, `[]` if nothing could be, or `undefined` if everything
   * was. Never rejects. `onExplained` is called later if another check would explain problems better.
   */
  judge(value: unknown, onExplained?: () => void): Promise<readonly string[] | undefined>;
  /** True if a value fits a part of the form schema; this decides which alternative is drawn. */
  isPartValid(part: unknown, value: unknown): boolean;
}

/**
 * Makes a validator for one schema of one agent, without generated code. A schema of another agent
 * with the same `$id` has a validator of its own. Patterns never run on the page's own thread, and
 * neither do checks that may take long.
 *
 * A schema that cannot be checked faithfully is not checked: `unchecked` says why.
 */
export function createFormValidator(
  source: JsonSchema | boolean,
  form: JsonSchema,
  checker: WorkerChecker = pageChecker,
): FormValidator {
  const schema = source === false ? { not: {} } : source;
  const outcome = vetSchemaShape(schema, { limits: WIDE_LIMITS });
  const remoteValidator =
    outcome.kind === 'vetted'
      ? createRemoteValidator(outcome.vetted, { milliseconds: PATIENCE })
      : undefined;
  const hasPatterns = outcome.kind === 'vetted' && outcome.patterns.length > 0;
  const schemaText = remoteValidator === undefined ? '' : JSON.stringify(schema);
  let last: { readonly value: string; readonly verdict: WorkerResult } | undefined;
  /**
   * The value that was last checked on this thread, with its problems, because a value that is sent
   * is checked twice.
   */
  let localCheck: { readonly value: string; readonly problems: readonly Problem[] } | undefined;

  /** Checks a value on this thread, without patterns; `undefined` if that takes too long. */
  function checkWithoutPatterns(value: unknown): readonly Problem[] | undefined {
    if (remoteValidator === undefined) return [];
    // An empty form is checked here, however large the schema is.
    if (value === undefined) return remoteValidator.check(value);
    if (isHeavy(value, schemaText.length)) return undefined;
    const text = JSON.stringify(value);
    if (localCheck?.value !== text)
      localCheck = { value: text, problems: remoteValidator.check(value) };
    const { problems } = localCheck;
    const isOpen = problems.some(
      ({ keyword }) => keyword === 'timeout' || keyword === 'uncheckable',
    );
    return isOpen ? undefined : problems;
  }

  function needsWorker(value: unknown): boolean {
    return hasPatterns || checkWithoutPatterns(value) === undefined;
  }

  /** Lists JSON pointers to the texts in a value that patterns apply to. */
  function listPatternTexts(value: unknown): readonly string[] {
    if (checkWithoutPatterns(value) === undefined) return [];
    const failing = vetSchemaShape(schema, { limits: WIDE_LIMITS, patterns: 'fail' });
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
      return checkWithoutPatterns(value) ?? [];
    },
    knowsMissing(value) {
      const isJudged = last?.verdict.kind === 'checked' && JSON.stringify(value) === last.value;
      return (
        remoteValidator !== undefined && (isJudged || checkWithoutPatterns(value) !== undefined)
      );
    },
    async judge(value, onExplained) {
      if (remoteValidator === undefined || value === undefined || !needsWorker(value))
        return undefined;
      const valueText = JSON.stringify(value);
      const verdict = await checker.check({ schema: schemaText, value: valueText }, onExplained);
      last = { value: valueText, verdict };
      return verdict.kind === 'checked' ? undefined : listPatternTexts(JSON.parse(valueText));
    },
    isPartValid: createPartValidator(isRecord(form['$defs']) ? form['$defs'] : {}),
  };
}

/**
 * True if the check of a value by a schema of `schemaSize` characters may block the page for long.
 * It saves the time of checks that would end undecided at their time limit.
 */
export function isHeavy(value: unknown, schemaSize: number): boolean {
  const most = Math.min(MAX_VALUES, MAX_WORK / Math.max(1, schemaSize));
  const waiting: unknown[] = [value];
  for (let values = 1; waiting.length > 0; values += 1) {
    if (values > most) return true;
    const part = waiting.pop();
    if (typeof part === 'string' && part.length > MAX_TEXT) return true;
    if (Array.isArray(part)) {
      if (part.length > most) return true;
      waiting.push(...(part as readonly unknown[]));
    } else if (isRecord(part)) {
      for (const name in part) {
        // What a form leaves empty is no value: it is not in the JSON that is judged.
        if (part[name] === undefined) continue;
        if (name.length > MAX_TEXT) return true;
        waiting.push(part[name]);
      }
    }
  }
  return false;
}
