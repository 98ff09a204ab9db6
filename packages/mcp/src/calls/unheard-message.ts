import type { CallToolResult } from '@modelcontextprotocol/server';
import type { KnownAgent } from '../agents/agent-slot.ts';
import type { SentMessage, TaskHandle } from '../handles/task-handle.ts';
import { toWithheldMessage } from '../lock/withheld-tool.ts';
import { followCall } from './follow-call.ts';
import { createPatience } from './patience.ts';
import type { CallOutcome } from './call-outcome.ts';
import { sealTask, toResultOptions, type SettleOptions } from './settle-outcome.ts';
import { startCall } from './start-call.ts';
import { toError, toResult } from './to-result.ts';

/** Longest handle that contains a message: models have to copy it. */
const MAX_HANDLE = 3000;

/** Options of {@link createResendHandle}. */
export interface UnheardOptions {
  readonly message: SentMessage;
  readonly known: KnownAgent;
  readonly options: SettleOptions;
}

/**
 * The result for a host when the agent has not said in time that it took the message: a handle that sends
 * the same message again, which finds the task of the first time. `undefined` if the agent did, if it
 * does not count messages once, or if there is too much to send.
 */
export function createResendHandle(
  outcome: CallOutcome,
  { message, known, options }: UnheardOptions,
): CallToolResult | undefined {
  const isUnheard = outcome.kind === 'error' && outcome.code === 'DEADLINE_EXCEEDED';
  if (!isUnheard || outcome.taskId !== '' || !known.agent.countsOnce) return undefined;
  const handle = sealTask('', { ...options, message });
  if (handle.length > MAX_HANDLE) return undefined;
  const waiting: CallOutcome = { kind: 'working', taskId: '' };
  return toResult(waiting, { ...toResultOptions(options), toHandle: () => handle });
}

/** Options of {@link findUnheard}. */
export interface FindUnheardOptions {
  readonly options: SettleOptions;
  /** How long to wait, in milliseconds. */
  readonly mostMs: number;
}

/** A task that was found, or what the host gets instead. */
export type FoundTask =
  | { readonly kind: 'task'; readonly taskId: string }
  | { readonly kind: 'answer'; readonly answer: CallToolResult };

/** Sends a message again that the agent had not answered in time, to find its task. */
export async function findUnheard(
  { tool: name, message }: TaskHandle & { readonly message: SentMessage },
  { options, mostMs }: FindUnheardOptions,
): Promise<FoundTask> {
  const { rules, context, subject } = options;
  const { alias, mayBeText } = subject;
  const found = await rules.agents.findTool(name);
  if (found === undefined) {
    // Sent now, it might begin what nobody has accepted.
    if (await rules.agents.isWithheld(name)) {
      const answer = toError(toWithheldMessage(name), { alias, code: 'tool_withheld' });
      return { kind: 'answer', answer };
    }
    const text = `The remote agent "${alias}" no longer has what ${name} called.`;
    return { kind: 'answer', answer: toError(text, { alias, code: 'tool_gone' }) };
  }
  const { signal } = context;
  const patience = createPatience({ waitMs: 0, mostMs, signal });
  const { wait, onTask } = patience;
  try {
    const started = await startCall(found, { message, wait, rules, context });
    if (started.kind === 'failed') return { kind: 'answer', answer: started.answer };
    const outcome = await followCall(started.value, { alias, mayBeText, context, onTask });
    if (outcome.taskId !== '') return { kind: 'task', taskId: outcome.taskId };
    const { known } = found;
    const unheard = createResendHandle(outcome, { message, known, options });
    return { kind: 'answer', answer: unheard ?? toResult(outcome, toResultOptions(options)) };
  } finally {
    patience.end();
  }
}
