import { FormworkError, type JsonSchema } from '@formwork/schema';
import type { ModelTools, ToolAnswer } from './model-tools.ts';

/** Says what a call of a tool lacks; the AI SDK passes the message on to the model. */
export class ToolCallError extends FormworkError {
  readonly code = 'TOOL_CALL';
}

/** A schema in the form of Standard JSON Schema, which the AI SDK takes. */
interface StandardArguments {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'formwork';
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

/** A tool of the AI SDK, as in its `ToolSet`. */
export interface AiSdkTool {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: StandardArguments;
  /** Calls the skill. @throws ToolCallError with what the model should know */
  readonly execute: (
    input: unknown,
    options: { readonly abortSignal?: AbortSignal | undefined },
  ) => Promise<ToolAnswer>;
  readonly toModelOutput: (result: { readonly output: ToolAnswer }) => {
    type: 'text';
    value: string;
  };
}

/**
 * Returns tools as a `ToolSet` of the AI SDK (6 and 7), for `generateText`, `streamText` and
 * `ToolLoopAgent`. The output of a call is a {@link ToolAnswer}, of which the model reads the text.
 *
 * @example
 * ```ts
 * import { toToolSet, type ModelTools } from '@formwork/model';
 *
 * declare const tools: ModelTools;
 * const set = toToolSet(tools);
 * // generateText({ model, prompt, tools: set, stopWhen: stepCountIs(5) })
 * ```
 */
export function toToolSet(tools: ModelTools): Record<string, AiSdkTool> {
  return Object.fromEntries(
    tools.tools.map(({ name, title, description, inputSchema }): [string, AiSdkTool] => [
      name,
      {
        title,
        description,
        inputSchema: toStandardArguments(inputSchema),
        async execute(input, { abortSignal }) {
          const signal = abortSignal === undefined ? {} : { signal: abortSignal };
          const answer = await tools.call(name, input, signal);
          // The AI SDK marks only what was thrown as an error of the tool.
          if (answer.isError) throw new ToolCallError(answer.text);
          return answer;
        },
        toModelOutput: ({ output }) => ({ type: 'text', value: output.text }),
      },
    ]),
  );
}

/** The mark by which the AI SDK recognizes a schema that is to reach the provider unchanged. */
const AI_SDK_SCHEMA = Symbol.for('vercel.ai.schema');

/**
 * Makes the schema of a tool's arguments. The AI SDK does not check by it, because the call does,
 * with better words; and it closes the objects of other schemas, which may be open here.
 */
function toStandardArguments(schema: JsonSchema): StandardArguments {
  const copy = (): Record<string, unknown> => structuredClone({ ...schema });
  const standard: StandardArguments = {
    '~standard': {
      version: 1,
      vendor: 'formwork',
      validate: (value) => ({ value }),
      jsonSchema: { input: copy, output: copy },
    },
  };
  return Object.assign(standard, {
    [AI_SDK_SCHEMA]: true,
    jsonSchema: copy(),
    validate: undefined,
  });
}

/** A tool of OpenAI's Chat Completions, and of the many services that understand them. */
export interface OpenAiChatTool {
  type: 'function';
  function: {
    name: string;
    description: string;
    parameters: Record<string, unknown>;
    strict: false;
  };
}

/**
 * Returns tools for `tools` of OpenAI's Chat Completions. Answer a call by `tools.call(name,
 * arguments)`, and send its `text` as the content of the message `role: 'tool'`.
 *
 * @example
 * ```ts
 * import { toOpenAiChatTools, type ModelTools } from '@formwork/model';
 *
 * declare const tools: ModelTools;
 * const body = { model: 'gpt-5-mini', messages: [], tools: toOpenAiChatTools(tools) };
 * ```
 */
export function toOpenAiChatTools({ tools }: ModelTools): OpenAiChatTool[] {
  return tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    // Strict schemas know no optional members.
    function: { name, description, parameters: { ...inputSchema }, strict: false },
  }));
}

/** A function tool of OpenAI's Responses. */
export interface OpenAiResponsesTool {
  type: 'function';
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  strict: false;
}

/**
 * Returns tools for `tools` of OpenAI's Responses. Answer a `function_call` by `tools.call(name,
 * arguments)`, and send its `text` as the `output` of a `function_call_output`.
 *
 * @example
 * ```ts
 * import { toOpenAiResponsesTools, type ModelTools } from '@formwork/model';
 *
 * declare const tools: ModelTools;
 * const body = { model: 'gpt-5-mini', input: 'Hi', tools: toOpenAiResponsesTools(tools) };
 * ```
 */
export function toOpenAiResponsesTools({ tools }: ModelTools): OpenAiResponsesTool[] {
  return tools.map(({ name, description, inputSchema }) => {
    return { type: 'function', name, description, parameters: { ...inputSchema }, strict: false };
  });
}

/** A tool of Anthropic's Messages. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: { type: 'object'; [keyword: string]: unknown };
}

/**
 * Returns tools for `tools` of Anthropic's Messages. Answer a `tool_use` by `tools.call(name,
 * input)`, and send its `text` and `isError` as the `content` and `is_error` of a `tool_result`.
 *
 * @example
 * ```ts
 * import { toAnthropicTools, type ModelTools } from '@formwork/model';
 *
 * declare const tools: ModelTools;
 * const body = { max_tokens: 1024, messages: [], tools: toAnthropicTools(tools) };
 * ```
 */
export function toAnthropicTools({ tools }: ModelTools): AnthropicTool[] {
  return tools.map(({ name, description, inputSchema }) => {
    return { name, description, input_schema: { ...inputSchema, type: 'object' } };
  });
}
