import { isRecord } from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import { mergeRoot } from './merge-root.ts';
import { projectSchema } from './project-schema.ts';
import type { ProjectedSchema, ProjectionRefusal } from './projection.ts';

/** The name of the only property of an input that had to be wrapped. */
export type Wrapper = 'input' | 'value';

/** An input schema as a tool shows it. */
export interface InputProjection {
  /** Its root says `type: "object"` and has no union. */
  readonly schema: JsonSchema;
  /** The property that holds the input; `undefined` if the arguments are the input. */
  readonly wrapper: Wrapper | undefined;
  /** The rules of the original that the schema lacks, in words; `''` for none. */
  readonly rules: string;
  /**
   * `all`: every value that fits the original fits here. `objects`: the original names no type, so
   * values other than objects fit it as well; they cannot be sent.
   */
  readonly covers: 'all' | 'objects';
}

/** The outcome of {@link projectInput}. */
export type InputProjectionOutcome =
  | { readonly kind: 'projected'; readonly projection: InputProjection }
  | { readonly kind: 'refused'; readonly refusals: readonly ProjectionRefusal[] };

/** Names that every provider takes for an argument. */
const ARGUMENT_NAME = /^[A-Za-z0-9_.-]{1,64}$/u;

const MORE_RULES = 'More rules apply; a call that breaks one is refused with the reason.';

/**
 * Turns a skill's input schema into the schema of a tool's arguments. An object stays one. Anything
 * else is wrapped, and so is an object whose alternatives have arguments of their own, because hosts
 * refuse unions at the root.
 */
export function projectInput(schema: JsonSchema): InputProjectionOutcome {
  const outcome = projectSchema(schema, { purpose: 'input' });
  if (outcome.kind === 'refused') return outcome;
  const root: ProjectedSchema = { ...outcome.projection.schema };
  const merged = mergeRoot(root);
  const rules = outcome.projection.isLooser || merged.isLooser ? [MORE_RULES] : [];
  const told = [...merged.rules, ...rules].join(' ');
  if (!merged.isObject) return wrap(root, { wrapper: 'value', rules: told });
  if (merged.kind === 'alternatives' || !hasUsableNames(merged.schema)) {
    return wrap(
      { type: 'object', ...root },
      { wrapper: 'input', rules: told, covers: merged.covers },
    );
  }
  return {
    kind: 'projected',
    projection: {
      schema: merged.schema,
      wrapper: undefined,
      rules: told,
      covers: merged.covers,
    },
  };
}

interface WrapOptions {
  readonly wrapper: Wrapper;
  readonly rules: string;
  readonly covers?: InputProjection['covers'];
}

function wrap(
  root: ProjectedSchema,
  { wrapper, rules, covers = 'all' }: WrapOptions,
): InputProjectionOutcome {
  const schema: JsonSchema = {
    type: 'object',
    properties: { [wrapper]: root },
    required: [wrapper],
    additionalProperties: false,
  };
  return { kind: 'projected', projection: { schema, wrapper, rules, covers } };
}

function hasUsableNames({ properties, required }: JsonSchema): boolean {
  const names = [
    ...(isRecord(properties) ? Object.keys(properties) : []),
    ...(Array.isArray(required) ? required : []),
  ];
  return names.every((name) => typeof name === 'string' && ARGUMENT_NAME.test(name));
}

/** Takes the input of a skill out of the arguments of its tool. */
export function unwrapArguments(
  args: Readonly<Record<string, unknown>>,
  wrapper: Wrapper | undefined,
): unknown {
  return wrapper === undefined ? args : args[wrapper];
}
