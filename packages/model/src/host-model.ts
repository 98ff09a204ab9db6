import type { TaskContext } from '@formwork/core';
import {
  HOST_MODEL_ANSWER,
  HOST_MODEL_FORM,
  HOST_MODEL_KEY,
  type HostModelPrompt,
} from '@formwork/mcp/internal';
import { isRecord } from '@formwork/schema/json';
import { parseExactJson } from './exact-json.ts';
import type { FunctionTool, ModelAnswer, ModelMessage, ModelPart } from './language-model.ts';
import { ModelError } from './model-call.ts';

/** The model of the MCP host that calls, which an agent borrows; made by {@link hostModel}. */
export interface HostModel {
  readonly kind: 'host-model';
}

/**
 * Returns the model of the caller, for `fromText`: that of an MCP host that offers sampling, and
 * whose bridge lends it to the agent (`lendModel`). For all other callers there is no model, and
 * `fallback` of `fromText` decides what they get.
 *
 * @example
 * ```ts
 * import { fromText, hostModel } from '@formwork/model';
 *
 * const text = fromText({ model: hostModel(), fallback: 'refuse' });
 * ```
 */
export function hostModel(): HostModel {
  return { kind: 'host-model' };
}

/** True for a model of {@link hostModel}. */
export function isHostModel(model: unknown): model is HostModel {
  return isRecord(model) && model['kind'] === 'host-model';
}

/** True if the caller who began a task lends a model. */
export function hasHostModel({ message }: TaskContext): boolean {
  return message.metadata?.[HOST_MODEL_KEY] === true;
}

/** Options of {@link askHostModel}. */
export interface AskHostModelOptions {
  readonly task: TaskContext;
  readonly tools: readonly FunctionTool[];
  readonly maxOutputTokens: number;
}

/**
 * Asks the model of the host, by a question of the task that the bridge passes on to it. Hosts lend
 * models without tools, so the model writes down the call that it would make.
 *
 * @throws ModelError if the host declines
 */
export async function askHostModel(
  conversation: readonly ModelMessage[],
  { task, tools, maxOutputTokens }: AskHostModelOptions,
): Promise<ModelAnswer> {
  const prompt = toHostPrompt(conversation, { tools, maxOutputTokens });
  const form = { name: HOST_MODEL_FORM, schema: HOST_MODEL_ANSWER };
  const answer: unknown = await task.ask(JSON.stringify(prompt), form);
  const text = isRecord(answer) ? answer['text'] : undefined;
  if (typeof text !== 'string') {
    const message = 'Cannot read the text because the host must lend its model: it has declined';
    throw new ModelError(message, { isRetryable: false });
  }
  return { content: [toWrittenCall(text) ?? { type: 'text', text }] };
}

function toHostPrompt(
  conversation: readonly ModelMessage[],
  { tools, maxOutputTokens }: Omit<AskHostModelOptions, 'task'>,
): HostModelPrompt {
  const listed = tools.map(({ name, description, inputSchema }) =>
    JSON.stringify({ name, description, arguments: inputSchema }),
  );
  const rules = [
    'You cannot call tools here. Write the call instead, as JSON and nothing else:',
    '{"tool":"NAME","arguments":{}}',
    'The tools, with the JSON Schemas of their arguments:',
    ...listed,
  ];
  const systems = conversation.flatMap((turn) => (turn.role === 'system' ? [turn.content] : []));
  return {
    system: [...systems, ...rules].join('\n'),
    messages: conversation.flatMap((turn) => {
      if (turn.role === 'system') return [];
      return [{ role: turn.role, text: turn.content.map(({ text }) => text).join('\n') }];
    }),
    maxTokens: maxOutputTokens,
  };
}

/** Reads a call that a model has written down; `undefined` if the text is something else. */
function toWrittenCall(text: string): ModelPart | undefined {
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}')];
  try {
    const call = parseExactJson(text.slice(start, end + 1));
    if (!isRecord(call) || typeof call['tool'] !== 'string') return undefined;
    const input = JSON.stringify(call['arguments'] ?? {});
    return { type: 'tool-call', toolName: call['tool'], input };
  } catch {
    return undefined;
  }
}
