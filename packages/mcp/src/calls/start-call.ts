import type { CallEvent } from '@formwork/client';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { FoundTool } from '../agents/agent-set.ts';
import { HandleError } from '../errors/handle-error.ts';
import type { SentMessage } from '../handles/task-handle.ts';
import type { CallContext } from './call-context.ts';
import type { CallRules } from './call-rules.ts';
import { checkInput } from './check-input.ts';
import { checkText } from './check-text.ts';
import type { Patience } from './patience.ts';
import { readPartBytes } from '../resources/read-resource.ts';
import { takeFiles } from './take-files.ts';
import { toError, type ToErrorOptions } from './to-result.ts';

/** A value, or what the model is told instead. */
export type CallStep<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'failed'; readonly answer: CallToolResult };

export function failCall(text: string, options: ToErrorOptions): CallStep<never> {
  return { kind: 'failed', answer: toError(text, options) };
}

/** Options of {@link startCall}. */
export interface StartCallOptions {
  /** What is sent; the same message again finds the task of the first time, if the agent can. */
  readonly message: SentMessage;
  readonly wait: Patience['wait'];
  /** How long to wait for the result before events are asked for, in milliseconds. Default 0. */
  readonly streamAfterMs?: number;
  readonly rules: CallRules;
  readonly context: CallContext;
}

/** Checks the arguments of a call, and sends them. */
export async function startCall(
  { tool, slot, known }: FoundTool,
  { message: { id, args: given }, wait, streamAfterMs = 0, rules, context }: StartCallOptions,
): Promise<CallStep<AsyncIterable<CallEvent<unknown>>>> {
  const { agent } = known;
  const { target, alias } = tool;
  const { principal, signal } = context;
  const taken = await takeFiles(given, {
    skill: target.kind === 'ask' ? { fileTypes: [], fileLimits: {} } : target,
    readOwn: (uri) => readPartBytes(uri, { rules, principal, signal }),
  });
  if (taken.kind === 'invalid') {
    const { text, problems } = taken;
    return failCall(text, { alias, code: 'input_invalid', problems });
  }
  const { args, files } = taken;
  const sent = files.length > 0 ? { files } : {};
  const send = { ...wait, ...sent, streamAfterMs, messageId: id };
  if (target.kind === 'skill') {
    const checked = checkInput(args, { agent, target });
    if (checked.kind === 'invalid') {
      const { text, problems } = checked;
      return failCall(text, { alias, code: 'input_invalid', problems });
    }
    const data = checked.value;
    const input = target.isOneOfSeveral ? { schema: target.schema, data } : data;
    // It has been checked, by the same schema.
    const value = agent.skill(target.skillId).stream(input, { ...send, validateInput: false });
    return { kind: 'done', value };
  }
  const checked = checkText(args);
  if (checked.kind === 'invalid') return failCall(checked.text, { alias, code: 'input_invalid' });
  const { message, context_id: sealed } = checked;
  try {
    const place =
      sealed === undefined ? undefined : rules.handles.openContext(sealed, context.principal);
    if (place !== undefined && place.alias !== slot.settings.alias)
      throw new HandleError('unknown');
    const more = place === undefined ? send : { ...send, contextId: place.contextId };
    const value =
      target.kind === 'ask'
        ? agent.streamSend(message, more)
        : agent.skill(target.skillId).stream(message, more);
    return { kind: 'done', value };
  } catch (error) {
    if (!(error instanceof HandleError)) throw error;
    return failCall(`context_id: ${error.message}`, { alias, code: error.code });
  }
}
