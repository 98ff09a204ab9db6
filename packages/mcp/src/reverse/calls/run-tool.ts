import { ANY_RESULT } from '../catalog/list-tools.ts';
import { isRepeatable } from '../catalog/mcp-tool.ts';
import type { ToolCall } from '../catalog/to-skill.ts';
import type { KeptConnection } from '../connection/keep-connection.ts';
import type { CallOutcome, Suspended, ToolResult } from './call-outcome.ts';
import type { InputAnswers, InputRequest } from './input-request.ts';
import type { OpenCalls } from './open-calls.ts';
import {
  NO_TIMEOUT_MS,
  performModern,
  type PerformOptions,
  type Resumed,
} from './perform-modern.ts';
import { toPollMs } from './poll-ms.ts';
import { createProgressRelay, type ProgressRelay } from './relay-progress.ts';
import { sendContent } from './send-content.ts';
import { toCallError } from './to-call-error.ts';
import { isRunEndedError, PublicError, type TaskContext } from '@formwork/core';
import { isRecord } from '@formwork/schema/internal';
import type { Tool } from '@modelcontextprotocol/client';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

/** How long the server is to keep a task after its end, in milliseconds. */
const TASK_TTL_MS = 600_000;

const MAX_REASON = 20_000;

/** Most rounds of one call: a question ends one, and so does a crash. */
const MAX_ROUNDS = 50;

const GONE =
  'The call was interrupted, and the tool does not say that it may be repeated. Look whether it has done its work before you try again.';

/** Where calls go. */
export interface CallSite {
  readonly connection: KeptConnection;
  readonly openCalls: OpenCalls;
}

/**
 * Calls a tool for a task. Each round is remembered as a step: after a question or a crash the
 * handler runs again, and goes on where the call was. A tool that may not be repeated is never
 * called a second time for a task, unless the first call has failed.
 */
export async function runTool(call: ToolCall, site: CallSite): Promise<unknown> {
  const { task } = call;
  const progress = createProgressRelay(task);
  // A suspended run ends the run, but not the call.
  const controller = new AbortController();
  const onAbort = (): void => {
    const { reason }: { readonly reason: unknown } = task.signal;
    if (isRunEndedError(reason) && (reason.end === 'suspended' || reason.end === 'ended')) return;
    site.openCalls.get(task.id)?.abort(reason);
    site.openCalls.end(task.id);
    controller.abort(reason);
  };
  task.signal.addEventListener('abort', onAbort, { once: true });
  try {
    const result = await followRounds(call, { site, progress, signal: controller.signal });
    await progress.flush();
    site.openCalls.end(task.id);
    return await toReturnValue(result, call);
  } catch (error) {
    if (isRunEndedError(error) && error.end === 'suspended') throw error;
    site.openCalls.get(task.id)?.abort(error);
    site.openCalls.end(task.id);
    throw toCallError(error, task);
  }
}

interface RoundOptions {
  readonly site: CallSite;
  readonly progress: ProgressRelay;
  readonly signal: AbortSignal;
}

/** Stands for a round that an earlier run began, and whose end nobody knows. */
const LOST = { kind: 'lost' } as const;

async function followRounds(call: ToolCall, options: RoundOptions): Promise<ToolResult> {
  const { task, tool } = call;
  const run = randomUUID();
  let resumed: Resumed | undefined;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- rounds follow each other
    const begun = await task.step(`begin ${round}`, () => run);
    // oxlint-disable-next-line no-await-in-loop
    const outcome = await (begun === run
      ? remember(task, { round, outcome: await perform(call, resumed, options) })
      : task.step<Suspended | typeof LOST>(`round ${round}`, () => LOST));
    if (outcome.kind === 'complete') return outcome.result;
    if (outcome.kind === 'lost') {
      // A task of the server can be looked at as often as one likes.
      if (!isRepeatable(tool) && resumed?.last.kind !== 'task') throw new PublicError(GONE);
      continue;
    }
    // What was said before a question is told before it.
    // oxlint-disable-next-line no-await-in-loop
    await options.progress.flush();
    // oxlint-disable-next-line no-await-in-loop
    resumed = { last: outcome, answers: await askRequests(outcome.requests, task) };
  }
  throw new PublicError(`The call was not over after ${MAX_ROUNDS} rounds.`);
}

interface Round {
  readonly round: number;
  readonly outcome: CallOutcome;
}

/** All but a result, which may be large, and which nothing comes after. */
async function remember(task: TaskContext, { round, outcome }: Round): Promise<CallOutcome> {
  return outcome.kind === 'complete'
    ? outcome
    : task.step<Suspended>(`round ${round}`, () => outcome);
}

async function perform(
  { tool, input, task }: ToolCall,
  resumed: Resumed | undefined,
  { site, progress, signal }: RoundOptions,
): Promise<CallOutcome> {
  const { connection, openCalls } = site;
  if (resumed?.last.kind === 'open') {
    const open = openCalls.get(task.id);
    if (open === undefined) {
      throw new PublicError('The MCP server no longer waits for the answer. Begin again.');
    }
    open.answer(resumed.answers);
    return open.next();
  }
  const live = await connection.get();
  const { client, era } = live;
  const args = isRecord(input) ? input : {};
  try {
    if (era === 'modern') {
      return await performModern({ client, tool, args, progress, signal }, resumed);
    }
    const open = openCalls.open(task.id, (ended) =>
      performLegacy({ client, tool, args, progress, signal: ended }),
    );
    return await open.next();
  } catch (error) {
    connection.report(live, error);
    throw error;
  }
}

/**
 * Asks the caller of a task what a server wants to know, one question after the other. A caller of
 * A2A has no way to decline but to cancel the task.
 */
async function askRequests(
  requests: readonly InputRequest[],
  task: TaskContext,
): Promise<InputAnswers> {
  const answers: Record<string, InputAnswers[string]> = {};
  for (const request of requests) {
    switch (request.kind) {
      case 'form': {
        // A question ends the run: the next one comes with another run.
        // oxlint-disable-next-line no-await-in-loop
        const content: unknown = await task.ask(request.message, { schema: request.schema });
        answers[request.key] = { action: 'accept', content: isRecord(content) ? content : {} };
        break;
      }
      case 'url':
        // oxlint-disable-next-line no-await-in-loop
        await task.authorize(request.message, { url: request.url });
        answers[request.key] = { action: 'accept' };
    }
  }
  return answers;
}

/** What a handler returns for the result of a tool. What else the result holds is sent before. */
async function toReturnValue(
  { content, structuredContent, isError }: ToolResult,
  { output, tool, task }: ToolCall,
): Promise<unknown> {
  if (isError === true) throw new PublicError(toReason(content));
  if (output === undefined) {
    // Data that no schema describes goes along as it is.
    if (structuredContent !== undefined) {
      await task.artifact({ id: 'data', data: structuredContent });
    }
    return sendContent(content, { task, data: structuredContent });
  }
  if (structuredContent === undefined) {
    throw new PublicError(`The tool ${tool.name} promises a structured result and gave none.`);
  }
  await sendContent(content, { task, data: structuredContent });
  return output.isWrapped && !isWrappedAlready(structuredContent)
    ? { result: structuredContent }
    : structuredContent;
}

/** Over the older revisions a server has wrapped it itself. */
function isWrappedAlready(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 1 && 'result' in value;
}

/** The text of an error is its reason. */
function toReason(content: unknown): string {
  const texts = (Array.isArray(content) ? content : [])
    .filter(isRecord)
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []));
  const reason = texts.join('\n').trim();
  return reason === '' ? 'The tool failed and does not say why.' : reason.slice(0, MAX_REASON);
}

/** Calls a tool of a server up to 2025-11-25; what it asks meanwhile comes another way. */
async function performLegacy(options: PerformOptions): Promise<ToolResult> {
  const { client, tool, args, progress, signal } = options;
  if (tool.needsTask) return performAsTask(options);
  return client.callTool(
    { name: tool.name, arguments: { ...args } },
    {
      signal,
      timeout: NO_TIMEOUT_MS,
      onprogress: progress.tell,
      toolDefinition: { name: tool.name, inputSchema: tool.inputSchema as Tool['inputSchema'] },
    },
  );
}

/** The experimental tasks of 2025-11-25, for tools that can be called in no other way. */
async function performAsTask({
  client,
  tool,
  args,
  progress,
  signal,
}: PerformOptions): Promise<ToolResult> {
  const params = { name: tool.name, arguments: { ...args }, task: { ttl: TASK_TTL_MS } };
  const created = await client.request({ method: 'tools/call', params }, ANY_RESULT, { signal });
  const task = isRecord(created) && isRecord(created['task']) ? created['task'] : {};
  const { taskId } = task;
  if (typeof taskId !== 'string') throw new PublicError('The MCP server began no task.');
  const cancel = (): void =>
    void client.request({ method: 'tasks/cancel', params: { taskId } }, ANY_RESULT).catch(() => {});
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (let seen: unknown = task; isRecord(seen) && seen['status'] === 'working';) {
      if (typeof seen['statusMessage'] === 'string') progress.say(seen['statusMessage']);
      // oxlint-disable-next-line no-await-in-loop
      await setTimeout(toPollMs(seen['pollInterval']), undefined, { signal });
      // oxlint-disable-next-line no-await-in-loop
      seen = await client.request({ method: 'tasks/get', params: { taskId } }, ANY_RESULT, {
        signal,
      });
    }
    // Waits for the end, and asks what there is to ask meanwhile.
    const result = await client.request(
      { method: 'tasks/result', params: { taskId } },
      ANY_RESULT,
      {
        signal,
        timeout: NO_TIMEOUT_MS,
      },
    );
    if (isRecord(result)) return result;
    throw new PublicError('The MCP server completed its task without a result.');
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
