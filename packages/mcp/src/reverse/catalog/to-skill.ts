import {
  type AnySkill,
  defineSkill,
  isPublicError,
  isTransientError,
  type TaskContext,
} from '@formwork/core';
import { type JsonSchema, vetSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { toCleanLine, toCleanText } from '../../text/to-clean-text.ts';
import { isRepeatable, type McpTool, listTags } from './mcp-tool.ts';
import type { SkillNames } from './name-skills.ts';

const MAX_TITLE = 200;
const MAX_DESCRIPTION = 20_000;

/** The highest number of attempts of a repeatable call while the server is away. */
const MAX_ATTEMPTS = 4;

/** A call of an MCP tool by a task. */
export interface ToolRun {
  readonly tool: McpTool;
  readonly output: OutputShape | undefined;
  readonly input: unknown;
  readonly task: TaskContext;
}

/** Options of {@link toSkill}. */
export interface ToSkillOptions {
  readonly names: SkillNames;
  readonly timeoutMs: number | undefined;
  /** Performs a call, and resolves with the result of the skill: data, text or nothing. */
  readonly call: (call: ToolRun) => Promise<unknown>;
}

/** The outcome of making a skill from a tool: the skill, or why there is none. */
export type SkillOutcome =
  | { readonly kind: 'skill'; readonly skill: AnySkill }
  | { readonly kind: 'refused'; readonly reasons: readonly string[] };

/** Makes a skill from an MCP tool, or says why the tool cannot be one. */
export function toSkill(tool: McpTool, { names, timeoutMs, call }: ToSkillOptions): SkillOutcome {
  const output = tool.outputSchema === undefined ? undefined : shapeOutput(tool.outputSchema);
  const reasons = [
    ...findFaults('inputSchema', tool.inputSchema),
    ...(output === undefined ? [] : findFaults('outputSchema', output.schema)),
  ];
  if (reasons.length > 0) return { kind: 'refused', reasons };
  const title = toCleanLine(tool.title, { most: MAX_TITLE });
  const description = toCleanText(tool.description, { most: MAX_DESCRIPTION });
  const skill: AnySkill = defineSkill({
    id: names.skill,
    name: title === '' ? names.skill : title,
    description: description === '' ? `The tool ${names.skill} of an MCP server.` : description,
    tags: listTags(tool, names.skill),
    input: { [names.input]: tool.inputSchema },
    ...(output !== undefined && { output: { [names.output]: output.schema } }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(isRepeatable(tool) && { retry: { maxAttempts: MAX_ATTEMPTS, isTransient: isPassing } }),
    run: ({ input, task }: { readonly input: unknown; readonly task: TaskContext }) =>
      call({ tool, output, input, task }) as never,
  });
  const errors = skill.issues.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return { kind: 'skill', skill };
  return {
    kind: 'refused',
    reasons: errors.map(({ where, pointer = '', message }) => `${where} ${pointer} ${message}`),
  };
}

/**
 * Vets a schema of the server and returns its faults, because a schema from elsewhere is compiled
 * here.
 */
function findFaults(field: string, schema: JsonSchema): readonly string[] {
  const outcome = vetSchema(schema);
  if (outcome.kind === 'vetted') return [];
  return outcome.issues
    .filter(({ severity }) => severity === 'error')
    .map(({ pointer, message }) => `${field}${pointer} ${message}`);
}

/** True for errors that may pass: their cause is a `TransientError`. */
function isPassing(error: unknown): boolean {
  return isPublicError(error) && isTransientError(error.cause);
}

/** The output schema of a skill, and how a tool's output is turned into it. */
interface OutputShape {
  readonly schema: JsonSchema;
  /**
   * True if the tool's output is put into an object as `result`, because a skill returns only
   * objects.
   */
  readonly isWrapped: boolean;
}

/**
 * Makes the output schema of a skill from that of a tool. A schema that is not clearly that of an
 * object is wrapped as `result`, in the same way as servers of 2026-07-28 do it for older hosts.
 */
function shapeOutput(schema: JsonSchema): OutputShape {
  if (schema['type'] === 'object') return { schema, isWrapped: false };
  const { $schema, $defs, definitions, ...resultSchema } = schema;
  return {
    isWrapped: true,
    schema: {
      ...($schema !== undefined && { $schema }),
      type: 'object',
      properties: { result: resultSchema },
      required: ['result'],
      // References start at the root.
      ...(isRecord($defs) && { $defs }),
      ...(isRecord(definitions) && { definitions }),
    },
  };
}
