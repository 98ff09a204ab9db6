import type { ToolHints } from './agent-settings.ts';
import type { BridgeTool, ToolDefinition } from './bridge-tool.ts';
import { toEnvelopeSchema } from './envelope-schema.ts';

/** Name of the tool that goes on with a task of any agent. */
export const TASK_TOOL_NAME = 'a2a_task';

/** Key of what programs can read of a tool. */
export const TOOL_META_KEY = 'dev.formwork/a2a';

/** The worst, unless the operator knows better: what a card claims of itself is not believed. */
export function toAnnotations({
  readOnly = false,
  destructive = true,
  idempotent = false,
}: ToolHints = {}): ToolDefinition['annotations'] {
  return {
    readOnlyHint: readOnly,
    destructiveHint: !readOnly && destructive,
    idempotentHint: idempotent,
    openWorldHint: true,
  };
}

/** Arguments of tools that take text. */
export const TEXT_INPUT_SCHEMA = {
  type: 'object',
  properties: {
    message: { type: 'string', minLength: 1, description: 'What to say to the agent.' },
    context_id: {
      type: 'string',
      description: 'The context_id of an earlier answer, to go on in that conversation.',
    },
  },
  required: ['message'],
  additionalProperties: false,
} as const;

/** The tool that takes text for an agent. A2A itself has no way to say which skill is meant. */
export function createAskTool(
  alias: string,
  { prefix, hints }: { readonly prefix: string; readonly hints: ToolHints | undefined },
): BridgeTool {
  return {
    alias,
    target: { kind: 'ask' },
    results: 'envelope',
    definition: {
      name: prefix === '' ? 'ask' : `${prefix}_ask`,
      title: `Ask ${alias}`,
      description: `Sends text to the remote A2A agent "${alias}" and gives its answer. Use a tool of one of its skills instead if there is one that fits.`,
      inputSchema: TEXT_INPUT_SCHEMA,
      outputSchema: toEnvelopeSchema(),
      annotations: toAnnotations(hints),
      _meta: { [TOOL_META_KEY]: { agent: alias } },
    },
  };
}

/** Longest wait of one call of the task tool, in seconds. */
export const MAX_WAIT_SECONDS = 45;

/** The tool that goes on with a task. */
export const TASK_TOOL: ToolDefinition = {
  name: TASK_TOOL_NAME,
  title: 'Go on with a task',
  description:
    'Goes on with a task of a remote A2A agent that another tool answered with a task_id for: waits for it, replies to its question, or cancels it.',
  inputSchema: {
    type: 'object',
    properties: {
      task_id: {
        type: 'string',
        minLength: 1,
        description: 'As another tool gave it. Copy it exactly.',
      },
      action: {
        type: 'string',
        enum: ['wait', 'reply', 'cancel'],
        default: 'wait',
        description: 'wait: until it is done or asks something. reply: needs message or data.',
      },
      wait_seconds: {
        type: 'integer',
        minimum: 0,
        maximum: MAX_WAIT_SECONDS,
        default: MAX_WAIT_SECONDS,
        description: 'How long to wait at most.',
      },
      message: { type: 'string', description: 'A reply in words.' },
      data: { description: 'A reply that fits the reply_schema of the question.' },
    },
    required: ['task_id'],
    additionalProperties: false,
  },
  outputSchema: toEnvelopeSchema(),
  annotations: toAnnotations(),
  _meta: {},
};
