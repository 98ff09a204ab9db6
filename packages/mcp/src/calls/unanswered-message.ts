import type { CallToolResult } from '@modelcontextprotocol/server';
import type { AgentProfile } from '../agents/bridge-agent.ts';
import type { SentMessage, TaskHandle } from '../handles/task-handle.ts';
import { toWithheldMessage } from '../lock/withheld-tool.ts';
import type { CallOutcome } from './call-outcome.ts';
import type { HostCall } from './host-call.ts';
import { OutcomeWait } from './outcome-wait.ts';
import { startCall } from './start-call.ts';

/**
 * The highest number of characters in a handle that contains a message, because models have to copy
 * it.
 */
const MAX_HANDLE = 3000;

/**
 * Makes the result for a call whose message the agent did not confirm in time: a handle with which
 * the same message is sent again, and then finds the task that it began. `undefined` if the agent
 * did confirm it, if the agent does not recognize repeated messages, or if the handle would be too
 * long.
 */
export function createResendHandle(
  outcome: CallOutcome,
  call: HostCall,
  {
    message,
    profile,
  }: {
    readonly message: SentMessage;
    readonly profile: AgentProfile;
  },
): CallToolResult | undefined {
  const isUnheard = outcome.kind === 'error' && outcome.code === 'DEADLINE_EXCEEDED';
  if (!isUnheard || outcome.taskId !== '' || !profile.agent.countsOnce) return undefined;
  const handle = call.seal('', { message });
  if (handle.length > MAX_HANDLE) return undefined;
  const waiting: CallOutcome = { kind: 'working', taskId: '' };
  return call.toResult(waiting, () => handle);
}

/** A task that was found, or the answer for the host if none was. */
export type ResendOutcome =
  | { readonly kind: 'task'; readonly taskId: string }
  | { readonly kind: 'answer'; readonly answer: CallToolResult };

/**
 * Sends again a message that the agent did not confirm in time, to find the task that it began, and
 * waits for it for at most `mostMs`.
 */
export async function findUnanswered(
  { tool: name, message }: TaskHandle & { readonly message: SentMessage },
  call: HostCall,
  mostMs: number,
): Promise<ResendOutcome> {
  const { services, context, callTarget } = call;
  const match = await services.agents.findTool(name);
  if (match === undefined) {
    // Sending the message now might start a task with a tool that is not accepted.
    if (await services.agents.isWithheld(name)) {
      const answer = call.toError(toWithheldMessage(name), { code: 'tool_withheld' });
      return { kind: 'answer', answer };
    }
    const text = `The remote agent "${callTarget.label}" no longer has what ${name} called.`;
    return { kind: 'answer', answer: call.toError(text, { code: 'tool_gone' }) };
  }
  const outcomeWait = new OutcomeWait({ waitMs: 0, mostMs, signal: context.signal });
  try {
    const started = await startCall(match, call, { message, wait: outcomeWait.wait });
    if (started.kind === 'failed') return { kind: 'answer', answer: started.answer };
    const outcome = await call.follow(started.value, outcomeWait.onTask);
    if (outcome.taskId !== '') return { kind: 'task', taskId: outcome.taskId };
    const { profile } = match;
    const unheard = createResendHandle(outcome, call, { message, profile });
    return { kind: 'answer', answer: unheard ?? call.toResult(outcome) };
  } finally {
    outcomeWait.end();
  }
}
