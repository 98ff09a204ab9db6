import {
  createRemoteValidator,
  isRecord,
  vetSchemaShape,
  type JsonSchema,
  type Problem,
  type SchemaIssue,
} from '@formwork/core';
import { createPartValidator } from './create-part-validator.ts';
import { pageChecker } from './page-checker.ts';
import type { WorkerChecker, WorkerVerdict } from './worker-checker.ts';

/** Judges values of one form. */
export interface FormValidator {
  /** Why values cannot be judged here; `undefined` if they can. */
  readonly unchecked: SchemaIssue | undefined;
  /** True if the schema has patterns, which run in a worker only. */
  readonly hasPatterns: boolean;
  /**
   * What is wrong with a value by the schema itself: all of it once `judge` has said so of this value,
   * else what is wrong whatever its patterns say. `[]` also if it cannot be judged here.
   */
  check(value: unknown): readonly Problem[];
  /** Starts what `judge` needs, if it will. */
  prepare(): void;
  /**
   * Has patterns judged in the worker, for `check`. Gives the places of what could not be judged
   * there, as JSON pointers, which may be none; `undefined` if all of it was. Never rejects.
   */
  judge(value: unknown): Promise<readonly string[] | undefined>;
  /** True if a value fits a part of the form schema: decides which alternative is drawn. */
  isPartValid(part: unknown, value: unknown): boolean;
}

/**
 * A validator without generated code, for one schema of one agent: a schema with the same `$id`
 * from somebody else has a validator of its own. No pattern is ever run on the page's own thread.
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
  const own = outcome.kind === 'vetted' ? createRemoteValidator(outcome.vetted) : undefined;
  const hasPatterns = outcome.kind === 'vetted' && outcome.patterns.length > 0;
  const text = hasPatterns ? JSON.stringify(schema) : '';
  let last: { readonly value: string; readonly verdict: WorkerVerdict } | undefined;

  /** Where patterns are applied to a value. */
  function listPlaces(value: unknown): readonly string[] {
    const failing = vetSchemaShape(schema, { patterns: 'fail' });
    if (failing.kind === 'refused') return [];
    const problems = createRemoteValidator(failing.vetted).check(value);
    return problems.filter(({ keyword }) => keyword === 'pattern').map(({ pointer }) => pointer);
  }

  return {
    unchecked: outcome.kind === 'refused' ? outcome.issues[0] : undefined,
    hasPatterns,
    prepare() {
      if (hasPatterns) checker.prepare();
    },
    check(value) {
      if (last?.verdict.kind === 'checked' && JSON.stringify(value) === last.value) {
        return last.verdict.problems;
      }
      return own?.check(value) ?? [];
    },
    async judge(value) {
      const asked: string | undefined = hasPatterns ? JSON.stringify(value) : undefined;
      if (asked === undefined) return undefined;
      const verdict = await checker.check({ schema: text, value: asked });
      last = { value: asked, verdict };
      return verdict.kind === 'checked' ? undefined : listPlaces(JSON.parse(asked));
    },
    isPartValid: createPartValidator(isRecord(form['$defs']) ? form['$defs'] : {}),
  };
}
