import type { RemoteAgent, RemoteSchema } from '@formwork/client';
import {
  createExample,
  createRemoteValidator,
  toModelText,
  vetSchema,
  type Json,
  type Problem,
} from '@formwork/schema';
import type { BridgeTool } from '../catalog/bridge-tool.ts';
import { unwrapArguments, type Wrapper } from '../schema/project-input.ts';

/** Arguments that fit, or words for the model about those that do not. */
export type CheckedInput =
  | { readonly kind: 'valid'; readonly value: unknown }
  | { readonly kind: 'invalid'; readonly text: string; readonly problems: readonly Problem[] };

/** Most characters of an example. */
const MAX_EXAMPLE = 20_000;

type SkillTarget = Extract<BridgeTool['target'], { readonly kind: 'skill' }>;

/** Checks arguments against the skill's own schema, not what the tool shows of it. */
export function checkInput(
  args: Readonly<Record<string, unknown>>,
  { agent, target }: { readonly agent: RemoteAgent; readonly target: SkillTarget },
): CheckedInput {
  const { wrapper } = target;
  const schema = agent.schema(target.schema);
  const extra = wrapper === undefined ? [] : Object.keys(args).filter((name) => name !== wrapper);
  if (wrapper !== undefined && (!Object.hasOwn(args, wrapper) || extra.length > 0)) {
    const example = createShown(schema, wrapper);
    const message = `must have exactly one member, ${JSON.stringify(wrapper)}, that holds the input`;
    const problem = { pointer: '', keyword: 'required', expected: 'an object', message };
    const text = toText([problem], { schema: target.schema, example });
    return { kind: 'invalid', text, problems: [problem] };
  }
  const value = unwrapArguments(args, wrapper);
  const problems = schema.kind === 'usable' ? schema.check(value) : [];
  if (problems.length === 0) return { kind: 'valid', value };
  const prefix = wrapper === undefined ? '' : `/${wrapper}`;
  const placed = problems.map((problem) => ({ ...problem, pointer: prefix + problem.pointer }));
  const example = createShown(schema, wrapper);
  const text = toText(placed, { schema: target.schema, example });
  return { kind: 'invalid', text, problems: placed };
}

interface TextOptions {
  readonly schema: string;
  readonly example: Json | undefined;
}

function toText(problems: readonly Problem[], { schema, example }: TextOptions): string {
  if (example !== undefined && JSON.stringify(example).length <= MAX_EXAMPLE) {
    return toModelText(problems, { schema, example });
  }
  return `${toModelText(problems, { schema })}\nThere is no short example of what fits: see the schema of the tool.`;
}

/** A valid example of a tool's arguments; `undefined` if none is found. */
function createShown(schema: RemoteSchema, wrapper: Wrapper | undefined): Json | undefined {
  if (schema.kind === 'refused') return undefined;
  const outcome = vetSchema(schema.schema);
  if (outcome.kind === 'refused') return undefined;
  // Many values are tried, none of which is anybody's: no verdict hangs on it.
  const validator = createRemoteValidator(outcome.vetted, { milliseconds: 250 });
  const example = createExample(schema.schema, validator);
  if (example === undefined || wrapper === undefined) return example;
  return { [wrapper]: example };
}
