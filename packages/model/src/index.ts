// Everything named here is public; nothing else is.
export { fromText, type FromTextHandler, type FromTextOptions } from './from-text.ts';
export { hostModel, type HostModel } from './host-model.ts';
export type {
  FunctionTool,
  LanguageModel,
  ModelAnswer,
  ModelMessage,
  ModelPart,
  ModelRequest,
  ModelText,
} from './language-model.ts';
export {
  createModelTools,
  type LeftOutSkill,
  type ModelTool,
  type ModelTools,
  type ModelToolsOptions,
  type ToolAnswer,
  type ToolCallOptions,
} from './model-tools.ts';
export {
  type AiSdkTool,
  type AnthropicTool,
  type OpenAiChatTool,
  type OpenAiResponsesTool,
  toAnthropicTools,
  toOpenAiChatTools,
  toOpenAiResponsesTools,
  ToolCallError,
  toToolSet,
} from './tool-shapes.ts';
