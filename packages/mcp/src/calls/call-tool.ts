import { isTooDeep } from '@formwork/schema/json';
import { inputResponse, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { randomUUID } from 'node:crypto';
import type { ToolMatch } from '../agents/agent-set.ts';
import { findCallTarget, toCallTarget } from '../agents/call-target.ts';
import type { BridgeTool } from '../catalog/bridge-tool.ts';
import { TASK_TOOL_NAME } from '../catalog/shared-tools.ts';
import { type TaskHandle, toDigest } from '../handles/task-handle.ts';
import { mayOfferTaskTool, toWithheldMessage } from '../lock/withheld-tool.ts';
import { toAnswerKey } from './ask-person.ts';
import type { BridgeServices, ToolAnswer } from './bridge-services.ts';
import type { CallContext } from './call-context.ts';
import type { CallOutcome } from './call-outcome.ts';
import { callTaskTool } from './call-task-tool.ts';
import { fromError } from './from-error.ts';
import { HostCall } from './host-call.ts';
import { OutcomeWait } from './outcome-wait.ts';
import { answerQuestion, resumeCall } from './resume-call.ts';
import { settleOutcome } from './settle-outcome.ts';
import { type CallStep, failCall, startCall } from './start-call.ts';
import { describeMissingAgent, toError } from './to-result.ts';
import { createResendHandle } from './unanswered-message.ts';

/**
 * The time for which a call waits for a plain answer before it asks for the agent's events, in
 * milliseconds.
 */
const HEAD_START_MS = 100;

/**
 * The part of a call's waiting time after which it asks for the agent's events, if that is less
 * than the head start; from then on the call needs the id of its task.
 */
const PART = 0.1;

/**
 * The tools whose last call took longer than the head start. Their calls ask for events at once,
 * because they would otherwise make two requests every time.
 */
const slow = new WeakSet<BridgeTool>();

/** The deepest nesting of arguments that are read, in levels: deeper ones exhaust the stack. */
const MAX_DEPTH = 256;

/** A call of a tool, as the host made it. */
export interface ToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /**
   * The decrypted handle that the host sends back with a person's answer; `undefined` in a new
   * call.
   */
  readonly state: TaskHandle | undefined;
  readonly context: CallContext;
  /**
   * `envelope` if the call is answered with the envelope; by default with what the tool promises.
   */
  readonly results?: 'envelope';
  /**
   * The id of the message to the agent; a call with the same id finds the task that the first one
   * began, if the agent supports that. Default: a new id.
   */
  readonly messageId?: string;
}

/**
 * Calls a tool for a host. Failures of the agent become results that the model can act on.
 *
 * @throws ProtocolError for an unknown tool, and for a handle that belongs to another call.
 */
export async function callTool(call: ToolCall, services: BridgeServices): Promise<ToolAnswer> {
  const { name, args, state, context } = call;
  if (isTooDeep(args, MAX_DEPTH)) {
    const text = `The arguments must be nested at most ${MAX_DEPTH} levels deep: they are deeper.`;
    return toError(text, { code: 'input_invalid' });
  }
  const digest = toDigest([name, args]);
  if (state !== undefined) {
    if (state.digest !== digest) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState');
    }
    return resumeTask(state, call, services);
  }
  if (name === TASK_TOOL_NAME) {
    if (mayOfferTaskTool(services.getLock()))
      return callTaskTool(args, { services, context, digest });
    return toError(toWithheldMessage(name), { code: 'tool_withheld' });
  }
  const step = await findTool(name, services);
  if (step.kind === 'failed') return step.answer;
  const { tool, bridgeAgent, profile } = step.value;
  const callTarget = toCallTarget(tool, { profile, settings: bridgeAgent.settings });
  const results = call.results ?? callTarget.results;
  const hostCall = new HostCall({ services, callTarget, context, digest, results });
  const message = { id: call.messageId ?? randomUUID(), args };
  const waitMs = hostCall.toWait().deadlineMs;
  const { budgetMs, closing } = services;
  const outcomeWait = new OutcomeWait({
    waitMs,
    mostMs: budgetMs,
    signal: context.signal,
    closing,
  });
  try {
    const started = await startCall(step.value, hostCall, {
      message,
      wait: outcomeWait.wait,
      streamAfterMs: context.wantsProgress ? 0 : toHeadStart(tool, waitMs),
    });
    if (started.kind === 'failed') return started.answer;
    const fields = { tool: name, agent: callTarget.alias, arguments: digest };
    services.logger.info('A call begins', fields);
    const begun = performance.now();
    const outcome = await hostCall.follow(started.value, outcomeWait.onTask);
    noteTime(tool, performance.now() - begun);
    return (
      createResendHandle(outcome, hostCall, { message, profile }) ??
      (await settleCall(outcome, hostCall))
    );
  } finally {
    outcomeWait.end();
  }
}

async function settleCall(outcome: CallOutcome, call: HostCall): Promise<ToolAnswer> {
  if (outcome.kind !== 'question') return settleOutcome(outcome, call);
  const { question } = outcome;
  const response = inputResponse(call.context.inputResponses ?? {}, toAnswerKey(question));
  // A host may already know the question, and send the answer with the call.
  if (response.kind !== 'elicit') return settleOutcome(outcome, call);
  return answerQuestion(question, call, { round: 0, question: undefined, shown: undefined });
}

async function resumeTask(
  state: TaskHandle,
  { name, context }: ToolCall,
  services: BridgeServices,
): Promise<ToolAnswer> {
  const { alias, digest } = state;
  try {
    const callTarget = await findCallTarget(state, services.agents);
    if (callTarget === undefined)
      return toError(describeMissingAgent(alias), { alias, code: 'agent_unknown' });
    // A call of the task tool only continues a task, also when it comes again with an answer.
    const mayBecomeTask = name !== TASK_TOOL_NAME;
    const results = mayBecomeTask ? callTarget.results : 'envelope';
    const parts = { services, callTarget, context, digest, results, mayBecomeTask };
    const call = new HostCall(parts);
    return await resumeCall(state, call);
  } catch (error) {
    const outcome = fromError(error, { label: alias });
    return toError(outcome.kind === 'error' ? outcome.text : 'The task cannot be found.', {
      alias,
      code: 'agent_unreachable',
    });
  }
}

async function findTool(name: string, { agents }: BridgeServices): Promise<CallStep<ToolMatch>> {
  const alias = name.slice(0, Math.max(0, name.indexOf('_')));
  try {
    const match = await agents.reachTool(name);
    if (match !== undefined) return { kind: 'done', value: match };
    if (await agents.isWithheld(name)) {
      return failCall(toWithheldMessage(name), { alias, code: 'tool_withheld' });
    }
  } catch (error) {
    const outcome = fromError(error, { label: alias });
    const text = outcome.kind === 'error' ? outcome.text : `The agent "${alias}" is not there.`;
    return failCall(text, { alias, code: 'agent_unreachable' });
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 200)}`);
}

/**
 * Computes the head start of a call that waits for `waitMs`, in milliseconds: the time for which it
 * waits for one plain answer, which costs less than a stream. 0 if the tool usually takes longer.
 */
function toHeadStart(tool: BridgeTool, waitMs: number): number {
  return slow.has(tool) ? 0 : Math.min(HEAD_START_MS, waitMs * PART);
}

/** Remembers whether a call of a tool took longer than the head start. */
function noteTime(tool: BridgeTool, ms: number): void {
  if (ms > HEAD_START_MS) slow.add(tool);
  else slow.delete(tool);
}
