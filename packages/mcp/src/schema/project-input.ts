import type { JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { mergeRoot } from './merge-root.ts';
import { projectSchema } from './project-schema.ts';
import type { ProjectedSchema, ProjectionRefusal } from './projection.ts';

/** The name of the property that contains a wrapped input. */
export type Wrapper = 'input' | 'value';

/** The schema of a tool's arguments, made from a skill's input schema. */
export interface InputProjection {
  /** The schema that hosts see: its root has `type: "object"` and no union. */
  readonly schema: JsonSchema;
  /**
   * The property that contains the input; `undefined` if the arguments themselves are the input.
   */
  readonly wrapper: Wrapper | undefined;
  /**
   * Sentences about the rules of the original that the schema does not express; `''` if there are
   * none.
   */
  readonly rules: string;
  /**
   * The values of the original that the schema accepts: `all`, or only `objects` if the original
   * names no type, in which case other values cannot be sent.
   */
  readonly covers: 'all' | 'objects';
}

/** The outcome of projecting an input schema: the projection, or why there is none. */
export type InputProjectionOutcome =
  | { readonly kind: 'projected'; readonly projection: InputProjection }
  | { readonly kind: 'refused'; readonly refusals: readonly ProjectionRefusal[] };

/** The names of arguments that all providers of models accept. */
const ARGUMENT_NAME = /^[A-Za-z0-9_.-]{1,64}$/u;

const MORE_RULES = 'More rules apply; a call that breaks one is refused with the reason.';

/**
 * Projects a skill's input schema to the schema of a tool's arguments. Objects stay objects.
 * Everything else is wrapped, and so is an object whose alternatives have arguments of their own,
 * because hosts refuse unions at the root.
 */
export function projectInput(schema: JsonSchema): InputProjectionOutcome {
  const outcome = projectSchema(schema, { purpose: 'input' });
  if (outcome.kind === 'refused') return outcome;
  const root: ProjectedSchema = { ...outcome.projection.schema };
  const merged = mergeRoot(root);
  const rules = outcome.projection.isLooser || merged.isLooser ? [MORE_RULES] : [];
  const rulesText = [...merged.rules, ...rules].join(' ');
  if (!merged.isObject) return wrap(root, { wrapper: 'value', rules: rulesText });
  if (merged.kind === 'alternatives' || !hasUsableNames(merged.schema)) {
    return wrap(
      { type: 'object', ...root },
      { wrapper: 'input', rules: rulesText, covers: merged.covers },
    );
  }
  return {
    kind: 'projected',
    projection: {
      schema: merged.schema,
      wrapper: undefined,
      rules: rulesText,
      covers: merged.covers,
    },
  };
}

function wrap(
  root: ProjectedSchema,
  {
    wrapper,
    rules,
    covers = 'all',
  }: {
    readonly wrapper: Wrapper;
    readonly rules: string;
    readonly covers?: InputProjection['covers'];
  },
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

/** Returns the input of a skill from the arguments of its tool, unwrapped if it was wrapped. */
export function unwrapArguments(
  args: Readonly<Record<string, unknown>>,
  wrapper: Wrapper | undefined,
): unknown {
  return wrapper === undefined ? args : args[wrapper];
}
