import type { LanguageModel, ModelPart, ModelRequest } from '../language-model.ts';

/** One answer of a scripted model: a call of a tool, text, parts as they are, or a function. */
export type ScriptedAnswer =
  | { readonly call: string; readonly with: unknown }
  | { readonly text: string }
  | { readonly parts: readonly ModelPart[] }
  | ((request: ModelRequest) => Promise<never>);

/** A model that gives prepared answers, and keeps what it was asked. */
export interface ScriptedModel extends LanguageModel {
  readonly requests: readonly ModelRequest[];
}

/** Makes a model that gives these answers in turn, and the last one again and again. */
export function createScriptedModel(answers: readonly ScriptedAnswer[]): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    requests,
    async doGenerate(request) {
      requests.push(request);
      const answer = answers[Math.min(requests.length, answers.length) - 1];
      if (answer === undefined) throw new Error('The script has no answer.');
      if (typeof answer === 'function') return answer(request);
      return { content: toParts(answer), usage: { inputTokens: 10, outputTokens: { total: 5 } } };
    },
  };
}

function toParts(
  answer: Exclude<ScriptedAnswer, (request: ModelRequest) => Promise<never>>,
): readonly ModelPart[] {
  if ('parts' in answer) return answer.parts;
  if ('text' in answer) return [{ type: 'text', text: answer.text }];
  return [toCall(answer.call, answer.with)];
}

/** Makes the part of an answer that calls a tool; arguments that are text are sent as they are. */
export function toCall(toolName: string, args: unknown): ModelPart {
  const input = typeof args === 'string' ? args : JSON.stringify(args);
  return { type: 'tool-call', toolName, input };
}
