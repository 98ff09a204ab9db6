import type { CallToolResult } from '@modelcontextprotocol/server';
import type { AgentProfile } from '../agents/agent-slot.ts';
import type { SentMessage, TaskHandle } from '../handles/task-handle.ts';
import { toWithheldMessage } from '../lock/withheld-tool.ts';
import type { CallOutcome } from './call-outcome.ts';
import { followCall } from './follow-call.ts';
import { Patience } from './patience.ts';
import { sealTask, toResultOptions, type SettleOptions } from './settle-outcome.ts';
import { startCall } from './start-call.ts';
import { toError, toResult } from './to-result.ts';

/**
 * The highest number of characters in a handle that contains a message, because models have to copy
 * it.
 */
const MAX_HANDLE = 3000;

/** Options of {@link createResendHandle}. */
export interface UnheardOptions {
  readonly message: SentMessage;
  readonly profile: AgentProfile;
  readonly options: SettleOptions;
}

/**
 * Makes the result for a call whose message the agent did not confirm in time: a handle with which
 * the same message is sent again, and then finds the task that it began. `undefined` if the agent
 * did confirm it, if the agent does not recognize repeated messages, or if the handle would be too
 * long.
 */
export function createResendHandle(
  outcome: CallOutcome,
  { message, profile, options }: UnheardOptions,
): CallToolResult | undefined {
  const isUnheard = outcome.kind === 'error' && outcome.code === 'DEADLINE_EXCEEDED';
  if (!isUnheard || outcome.taskId !== '' || !profile.agent.countsOnce) return undefined;
  const handle = sealTask('', { ...options, message });
  if (handle.length > MAX_HANDLE) return undefined;
  const waiting: CallOutcome = { kind: 'working', taskId: '' };
  return toResult(waiting, { ...toResultOptions(options), toHandle: () => handle });
}

/** Options of {@link findUnheard}. */
export interface FindUnheardOptions {
  readonly options: SettleOptions;
  /** The longest time to wait for the task, in milliseconds. */
  readonly mostMs: number;
}

/** A task that was found, or the answer for the host if none was. */
export type ResendOutcome =
  | { readonly kind: 'task'; readonly taskId: string }
  | { readonly kind: 'answer'; readonly answer: CallToolResult };

/** Sends again a message that the agent did not confirm in time, to find the task that it began. */
export async function findUnheard(
  { tool: name, message }: TaskHandle & { readonly message: SentMessage },
  { options, mostMs }: FindUnheardOptions,
): Promise<ResendOutcome> {
  const { services, context, subject } = options;
  const { alias, label, mayBeText } = subject;
  const match = await services.agents.findTool(name);
  if (match === undefined) {
    // Sending the message now might start a task with a tool that is not accepted.
    if (await services.agents.isWithheld(name)) {
      const answer = toError(toWithheldMessage(name), { alias, code: 'tool_withheld' });
      return { kind: 'answer', answer };
    }
    const text = `The remote agent "${label}" no longer has what ${name} called.`;
    return { kind: 'answer', answer: toError(text, { alias, code: 'tool_gone' }) };
  }
  const { signal } = context;
  const patience = new Patience({ waitMs: 0, mostMs, signal });
  const { wait, onTask } = patience;
  try {
    const started = await startCall(match, { message, wait, services, context });
    if (started.kind === 'failed') return { kind: 'answer', answer: started.answer };
    const outcome = await followCall(started.value, { label, mayBeText, context, onTask });
    if (outcome.taskId !== '') return { kind: 'task', taskId: outcome.taskId };
    const { profile } = match;
    const unheard = createResendHandle(outcome, { message, profile, options });
    return { kind: 'answer', answer: unheard ?? toResult(outcome, toResultOptions(options)) };
  } finally {
    patience.end();
  }
}
