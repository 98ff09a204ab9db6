import { isRunEndedError, PublicError } from '@formwork/core';
import { isRecord, toRecord } from '@formwork/schema/json';
import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  type Client,
  type Tool,
} from '@modelcontextprotocol/client';
import { setTimeout } from 'node:timers/promises';
import type { McpTool } from '../catalog/mcp-tool.ts';
import { ANY_RESULT } from '../connection/connect-server.ts';
import { readRaw } from '../connection/tapped-transport.ts';
import type { ProgressRelay } from './progress-relay.ts';
import { repeatRequest, type RepeatOptions } from './repeated-request.ts';
import {
  type RoundOutcome,
  type Suspended,
  type ToolResult,
  parseInputRequests,
  type InputAnswers,
} from './round-outcome.ts';

/**
 * The longest time that a timer can wait, in milliseconds. It turns off the SDK's own time limit,
 * because the skill limits its calls itself.
 */
const NO_TIMEOUT_MS = 2_147_483_647;

/** The time for which the server should keep a task after its end, in milliseconds. */
const TASK_TTL_MS = 600_000;

/**
 * The shortest time between two polls of a task of the server, in milliseconds; below it the
 * longest, and the time for servers that wish for none.
 */
const SHORTEST_POLL_MS = 50;
const LONGEST_POLL_MS = 30_000;
const DEFAULT_POLL_MS = 1000;

/** The most characters of the reason that a failed task of the server gives. */
const MAX_REASON = 4000;

/** A call of a tool at an MCP server, with the receiver of its progress. */
export interface PerformOptions {
  readonly client: Client;
  readonly tool: McpTool;
  readonly args: Readonly<Record<string, unknown>>;
  readonly progress: ProgressRelay;
  readonly signal: AbortSignal;
}

/** The outcome of the last round of a call, and the answers to its questions. */
export interface ResumedCall {
  readonly last: Suspended;
  readonly answers: InputAnswers;
}

/**
 * Performs one round of a call at a server of 2026-07-28: the first, or one that brings answers.
 */
export async function performModern(
  options: PerformOptions,
  resumed: ResumedCall | undefined,
): Promise<RoundOutcome> {
  if (resumed?.last.kind === 'task') return followTask(resumed.last, resumed.answers, options);
  const { client, tool, args, progress, signal } = options;
  const state = resumed?.last.kind === 'repeat' ? resumed.last.state : undefined;
  const result: unknown = await client.callTool(
    {
      name: tool.name,
      arguments: { ...args },
      ...(resumed !== undefined && { inputResponses: { ...resumed.answers } }),
      ...(state !== undefined && { requestState: state }),
    },
    {
      signal,
      timeout: NO_TIMEOUT_MS,
      allowInputRequired: true,
      onprogress: (report) => progress.report(report),
      // Without the output schema, which is checked here: the SDK has another validator.
      toolDefinition: { name: tool.name, inputSchema: tool.inputSchema as Tool['inputSchema'] },
    },
  );
  const task = readRaw(result);
  if (task !== undefined) return readStartedTask(task);
  if (!isRecord(result)) throw new PublicError('The MCP server gave no result.');
  if (result['resultType'] !== 'input_required') return { kind: 'complete', result };
  const next = result['requestState'];
  return {
    kind: 'repeat',
    requests: parseInputRequests(result['inputRequests']),
    ...(typeof next === 'string' && { state: next }),
  };
}

function readStartedTask({ taskId, pollIntervalMs }: Readonly<Record<string, unknown>>): Suspended {
  if (typeof taskId !== 'string' || taskId === '') {
    throw new PublicError('The MCP server began a task without saying which.');
  }
  return { kind: 'task', taskId, pollMs: choosePollMs(pollIntervalMs), requests: [] };
}

type TaskOfServer = Extract<Suspended, { readonly kind: 'task' }>;

/**
 * Polls a task of the server until it ends or asks a question (extension
 * `io.modelcontextprotocol/tasks`).
 */
async function followTask(
  task: TaskOfServer,
  answers: InputAnswers,
  { client, progress, signal }: PerformOptions,
): Promise<RoundOutcome> {
  const { taskId } = task;
  const request = (method: string, extraParams: object = {}): Promise<unknown> =>
    client.request({ method, params: { taskId, ...extraParams } }, ANY_RESULT, { signal });
  const cancel = (): void => {
    if (!goesOnElsewhere(signal)) cancelTask(client, taskId);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answered = new Set(Object.keys(answers));
    let { pollMs } = task;
    const refusal = await sendAnswers(answers, {
      send: () => request('tasks/update', { inputResponses: answers }),
      pauseMs: pollMs,
      signal,
    });
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      const reply = await repeatRequest(() => request('tasks/get'), { pauseMs: pollMs, signal });
      const state = toRecord(reply);
      if (refusal !== undefined && isAsking(state, answered)) throw refusal;
      const outcome = readTask(state, { taskId, pollMs, answered });
      if (outcome !== undefined) return outcome;
      if (typeof state['statusMessage'] === 'string') progress.say(state['statusMessage']);
      pollMs = choosePollMs(state['pollIntervalMs'] ?? pollMs);
      // oxlint-disable-next-line no-await-in-loop
      await setTimeout(pollMs, undefined, { signal });
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/**
 * Sends the answers to the questions of a task until the server has acknowledged them. Returns its
 * refusal: a server may refuse answers whose acknowledgement was lost, because it has them. The state
 * of the task tells.
 */
async function sendAnswers(
  answers: InputAnswers,
  { send, ...options }: RepeatOptions & { readonly send: () => Promise<unknown> },
): Promise<ProtocolError | undefined> {
  if (Object.keys(answers).length === 0) return undefined;
  try {
    await repeatRequest(send, options);
    return undefined;
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
}

/** True for a task that still asks one of the questions with these keys. */
function isAsking(
  { status, inputRequests }: Readonly<Record<string, unknown>>,
  keys: ReadonlySet<string>,
): boolean {
  const requestKeys = isRecord(inputRequests) ? Object.keys(inputRequests) : [];
  return status === 'input_required' && requestKeys.some((key) => keys.has(key));
}

/** True if a run has ended whose task another run goes on with, so that it follows the server's task. */
function goesOnElsewhere({ reason }: AbortSignal): boolean {
  return isRunEndedError(reason) && (reason.end === 'stopping' || reason.end === 'lost');
}

/** Cancels a task of the server, which goes on if this does not reach the server. */
function cancelTask(client: Client, taskId: string): void {
  const request = { method: 'tasks/cancel', params: { taskId } };
  const cancel = (): Promise<unknown> => client.request(request, ANY_RESULT);
  repeatRequest(cancel, { pauseMs: DEFAULT_POLL_MS }).catch(() => {});
}

function readTask(
  { status, result, error, inputRequests, statusMessage }: Readonly<Record<string, unknown>>,
  {
    taskId,
    pollMs,
    answered,
  }: {
    readonly taskId: string;
    readonly pollMs: number;
    /**
     * The keys of questions that were answered already, which a server may still list for a moment.
     */
    readonly answered: ReadonlySet<string>;
  },
): RoundOutcome | undefined {
  switch (status) {
    case 'working':
      return undefined;
    case 'input_required': {
      const requests = parseInputRequests(inputRequests).filter(({ key }) => !answered.has(key));
      return requests.length === 0 ? undefined : { kind: 'task', taskId, pollMs, requests };
    }
    case 'completed':
      if (isRecord(result)) return { kind: 'complete', result };
      throw new PublicError('The MCP server completed its task without a result.');
    case 'cancelled':
      throw new PublicError('The MCP server canceled its task.');
    case 'failed': {
      const reason = isRecord(error) ? error['message'] : statusMessage;
      const why = typeof reason === 'string' ? reason : 'it does not say why';
      throw new PublicError(`The task of the MCP server failed: ${why.slice(0, MAX_REASON)}`);
    }
    default:
      throw new SdkError(SdkErrorCode.InvalidResult, 'The state of the task is unknown');
  }
}

/**
 * Calls a tool of a server up to 2025-11-25. Its questions arrive separately, at `createOpenCalls`.
 */
export async function performLegacy(options: PerformOptions): Promise<ToolResult> {
  const { client, tool, args, progress, signal } = options;
  if (tool.needsTask) return performAsTask(options);
  return client.callTool(
    { name: tool.name, arguments: { ...args } },
    {
      signal,
      timeout: NO_TIMEOUT_MS,
      onprogress: (report) => progress.report(report),
      toolDefinition: { name: tool.name, inputSchema: tool.inputSchema as Tool['inputSchema'] },
    },
  );
}

/** Calls a tool with the experimental tasks of 2025-11-25, for tools that allow nothing else. */
async function performAsTask({
  client,
  tool,
  args,
  progress,
  signal,
}: PerformOptions): Promise<ToolResult> {
  const params = { name: tool.name, arguments: { ...args }, task: { ttl: TASK_TTL_MS } };
  const created = await client.request({ method: 'tools/call', params }, ANY_RESULT, { signal });
  const task = toRecord(toRecord(created)['task']);
  const { taskId } = task;
  if (typeof taskId !== 'string') throw new PublicError('The MCP server began no task.');
  const cancel = (): void => cancelTask(client, taskId);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const read = (method: string, timeout?: number): Promise<unknown> =>
      client.request({ method, params: { taskId } }, ANY_RESULT, {
        signal,
        ...(timeout !== undefined && { timeout }),
      });
    let pauseMs = DEFAULT_POLL_MS;
    for (let state: unknown = task; isRecord(state) && state['status'] === 'working';) {
      if (typeof state['statusMessage'] === 'string') progress.say(state['statusMessage']);
      pauseMs = choosePollMs(state['pollInterval']);
      // oxlint-disable-next-line no-await-in-loop
      await setTimeout(pauseMs, undefined, { signal });
      // oxlint-disable-next-line no-await-in-loop
      state = await repeatRequest(() => read('tasks/get'), { pauseMs, signal });
    }
    // Waits for the end of the task; questions may arrive meanwhile.
    const result = await repeatRequest(() => read('tasks/result', NO_TIMEOUT_MS), {
      pauseMs,
      signal,
    });
    if (isRecord(result)) return result;
    throw new PublicError('The MCP server completed its task without a result.');
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/**
 * Chooses the time until the next poll of a task, in milliseconds: the server's wish, within
 * limits.
 */
function choosePollMs(wished: unknown): number {
  if (typeof wished !== 'number' || !Number.isFinite(wished)) return DEFAULT_POLL_MS;
  return Math.min(LONGEST_POLL_MS, Math.max(SHORTEST_POLL_MS, wished));
}
