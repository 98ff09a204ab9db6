import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { StandardSchemaLike } from '../types/schema-like.ts';

/** The parts of a Zod 4 schema that are used beyond Standard Schema. */
export interface ZodSchema extends StandardSchemaLike {
  safeParseAsync(value: unknown): Promise<ZodOutcome>;
  /** Zod's interface for authors of libraries, by which its schemas are recognized and run. */
  readonly _zod?: {
    run?(
      payload: ZodPayload,
      context: { readonly async: boolean },
    ): ZodPayload | Promise<ZodPayload>;
  };
}

type ZodOutcome =
  | { readonly success: true; readonly data: unknown }
  | {
      readonly success: false;
      readonly error: { readonly issues: readonly StandardSchemaV1.Issue[] };
    };

interface ZodPayload {
  readonly value: unknown;
  /** The issues that Zod has found so far; they have no messages until validation ends. */
  readonly issues: readonly unknown[];
}

type Result = StandardSchemaV1.Result<unknown>;

/** True for a schema made by Zod 4. */
export function isZodSchema(library: StandardSchemaLike): library is ZodSchema {
  return (
    library['~standard'].vendor === 'zod' &&
    'safeParseAsync' in library &&
    typeof library.safeParseAsync === 'function'
  );
}

/**
 * Validates a value with a Zod schema.
 *
 * Zod's Standard Schema interface runs every rule without waiting, drops the promises, and runs the
 * rules again: a rule that rejects then ends the process, because nothing waits for the first
 * promise.
 */
export async function validateWithZod(library: ZodSchema, value: unknown): Promise<Result> {
  const outcome = await library.safeParseAsync(value);
  return outcome.success ? { value: outcome.data } : { issues: outcome.error.issues };
}

/**
 * Validates a value with a Zod schema: at once if no rule is asynchronous, else by a promise. Each
 * rule runs once.
 */
export function tryWithZod(library: ZodSchema, value: unknown): Result | Promise<unknown> {
  const { _zod: internals } = library;
  if (typeof internals?.run !== 'function') return Promise.resolve();
  const payload = internals.run({ value, issues: [] }, { async: true });
  if (payload instanceof Promise) return payload;
  if (payload.issues.length === 0) return { value: payload.value };
  // The messages take another run of the rules, which have just shown that they are synchronous.
  return library['~standard'].validate(value);
}
