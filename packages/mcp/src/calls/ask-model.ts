import type { Question } from '@formwork/client';
import type { Json } from '@formwork/schema';
import { isRecord, parseJson } from '@formwork/schema/json';
import { type InputRequest, inputRequired, type inputResponse } from '@modelcontextprotocol/server';
import { HOST_MODEL_FORM, HOST_MODEL_KEY, type HostModelMessage } from '../host-model.ts';
import type { CallContext } from './call-context.ts';

/** The highest number of tokens that a host's model is asked to write. */
const MAX_TOKENS = 8_192;

/** The settings of an agent that decide whether it may use the models of hosts. */
interface Lending {
  readonly callTarget: { readonly settings: { readonly lendModel?: boolean } };
  readonly context: Pick<CallContext, 'can'>;
}

/**
 * Returns the metadata of a message that tells the agent that the host lends its model; empty if the
 * host has none to lend, or the operator does not let this agent use it.
 */
export function toLendingMetadata({ callTarget: { settings }, context }: Lending): {
  readonly metadata?: Readonly<Record<string, true>>;
} {
  const isLent = settings.lendModel === true && context.can.sampling;
  return isLent ? { metadata: { [HOST_MODEL_KEY]: true } } : {};
}

/**
 * Makes the request with which a question goes to the host's model (`sampling/createMessage`);
 * `undefined` for questions that are for a person, or if the model is not lent to this agent.
 */
export function toSamplingRequest(
  question: Question,
  { callTarget: { settings }, context }: Lending,
): InputRequest | undefined {
  if (settings.lendModel !== true || !context.can.sampling) return undefined;
  if (question.kind !== 'form' || question.name !== HOST_MODEL_FORM) return undefined;
  if (question.assignment !== undefined) return undefined;
  const prompt = parseJson(question.prompt);
  if (!isRecord(prompt) || !Array.isArray(prompt['messages'])) return undefined;
  const { system, maxTokens } = prompt;
  return inputRequired.createMessage({
    ...(typeof system === 'string' && { systemPrompt: system }),
    messages: prompt['messages'].filter(isMessage).map(({ role, text }) => {
      return { role, content: { type: 'text', text } };
    }),
    maxTokens: typeof maxTokens === 'number' ? Math.min(maxTokens, MAX_TOKENS) : MAX_TOKENS,
  });
}

/** Reads what a host's model has answered; `undefined` if the response is of another kind. */
export function readSampling(response: ReturnType<typeof inputResponse>): Json | undefined {
  if (response.kind !== 'sampling') return undefined;
  const blocks = [response.result.content].flat();
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return { text: texts.join('\n') };
}

function isMessage(value: unknown): value is HostModelMessage {
  if (!isRecord(value)) return false;
  const { role, text } = value;
  return (role === 'user' || role === 'assistant') && typeof text === 'string';
}
