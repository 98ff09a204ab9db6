/**
 * A language model, in the interface of the AI SDK: every model of its providers for the versions
 * 5, 6 and 7 (`LanguageModelV2`, `LanguageModelV3` and `LanguageModelV4` of `@ai-sdk/provider`) is
 * one. Only the part that is used here is named, so that no version of the AI SDK is needed.
 */
export interface LanguageModel {
  /** Answers a prompt once. Failures reject; `options.abortSignal` stops the work. */
  doGenerate(options: ModelRequest): PromiseLike<ModelAnswer>;
}

/** A request to a model: the conversation, the tools that it may call, and the limits. */
export interface ModelRequest {
  prompt: ModelMessage[];
  /** The tools that the model may call. */
  tools?: FunctionTool[];
  /** Demands the call of a tool. */
  toolChoice?: { type: 'required' };
  /** The highest number of tokens that the model may write. */
  maxOutputTokens?: number;
  /** Aborts when no caller waits for the answer any more. */
  abortSignal?: AbortSignal;
}

/** One message of a conversation with a model. */
export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: ModelText[] }
  | { role: 'assistant'; content: ModelText[] };

/** A piece of text in a message. */
export interface ModelText {
  type: 'text';
  text: string;
}

/** A tool that a model may call: its name, what it is for, and the schema of its arguments. */
export interface FunctionTool {
  type: 'function';
  name: string;
  description?: string;
  /** The JSON Schema of the arguments: always that of an object. */
  inputSchema: { type?: 'object' };
}

/** The answer of a model: texts and calls of tools, in the order in which it made them. */
export interface ModelAnswer {
  readonly content: readonly ModelPart[];
  /** The tokens that the answer took, for the log. Default: none are logged. */
  readonly usage?: unknown;
}

/** A part of what a model answers; parts of other types are passed over. */
export interface ModelPart {
  /** `tool-call` for the call of a tool, `text` for words. */
  readonly type: string;
  readonly text?: string;
  /** The name of the tool that is called. */
  readonly toolName?: string;
  /** The arguments of the call as JSON text. */
  readonly input?: string;
}
