import type { ToolHints } from './agent-settings.ts';
import type { BridgeTool, ToolDefinition } from './bridge-tool.ts';
import { toEnvelopeSchema } from './envelope-schema.ts';

/** The name of the task tool, which continues a task of any agent. */
export const TASK_TOOL_NAME = 'a2a_task';

/** The name of the tool for pages, by which the page in a host sends what a person enters. */
export const APP_TOOL_NAME = 'a2a_submit';

/**
 * The key in the `_meta` of tools and of results under which the bridge puts facts for programs.
 */
export const TOOL_META_KEY = 'dev.formwork/a2a';

/**
 * Makes the hints about a tool's effects: the worst case unless the operator knows better, because
 * a card's claims are not trusted.
 */
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

/** The schema of the arguments of tools that take text. */
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

/**
 * Makes the tool that sends text to an agent without naming a skill, which A2A has no way to do.
 */
export function createAskTool(
  alias: string,
  {
    label,
    prefix,
    hints,
  }: {
    readonly label: string;
    readonly prefix: string;
    readonly hints: ToolHints | undefined;
  },
): BridgeTool {
  return {
    alias,
    target: { kind: 'ask' },
    results: 'envelope',
    definition: {
      name: prefix === '' ? 'ask' : `${prefix}_ask`,
      title: `Ask ${label}`,
      description: `Sends text to the remote A2A agent "${label}" and gives its answer. Use a tool of one of its skills instead if there is one that fits.`,
      inputSchema: TEXT_INPUT_SCHEMA,
      outputSchema: toEnvelopeSchema(),
      annotations: toAnnotations(hints),
      _meta: { [TOOL_META_KEY]: { agent: alias, ...(label !== alias && { label }) } },
    },
  };
}

/** The longest time that one call of the task tool waits, in seconds. */
export const MAX_WAIT_SECONDS = 45;

/** The task tool, which waits for a task, answers its question or cancels it. */
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
        description: 'As the last answer gave it. Copy it exactly.',
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
