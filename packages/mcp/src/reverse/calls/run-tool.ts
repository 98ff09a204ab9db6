import {
  isPublicError,
  isRunEndedError,
  PublicError,
  type TaskContext,
  TransientError,
} from '@formwork/core';
import { createValidator, type JsonSchema } from '@formwork/schema';
import { isRecord, toRecord } from '@formwork/schema/json';
import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { randomUUID } from 'node:crypto';
import { McpServerError } from '../../errors.ts';
import { isRepeatable } from '../catalog/mcp-tool.ts';
import type { ToolRun } from '../catalog/to-skill.ts';
import type { KeptConnection } from '../connection/shared-connection.ts';
import { isStreamEnd } from '../connection/tapped-transport.ts';
import { fillDefaults } from './fill-defaults.ts';
import type { OpenCalls } from './open-calls.ts';
import { performLegacy, performModern, type ResumedCall } from './perform-call.ts';
import { ProgressRelay } from './progress-relay.ts';
import {
  parseSignInAddresses,
  type RoundOutcome,
  type Suspended,
  type ToolResult,
  type InputAnswers,
  type InputRequest,
} from './round-outcome.ts';
import { sendContent } from './send-content.ts';

/** The highest number of characters of the reason that a failed tool gives. */
const MAX_REASON = 20_000;

/** The highest number of characters of a server's reason for refusing a call. */
const MAX_REFUSAL = 4000;

/** The highest number of rounds of one call; every question and every crash ends a round. */
const MAX_ROUNDS = 50;

const GONE =
  'The call was interrupted, and the tool does not say that it may be repeated. Look whether it has done its work before you try again.';

/** The codes of the SDK's errors that mean a lost connection. */
const LOST_CODES: ReadonlySet<string> = new Set([
  SdkErrorCode.ConnectionClosed,
  SdkErrorCode.NotConnected,
  SdkErrorCode.SendFailed,
]);

/** The connection to the server, and the calls that are open on it. */
export interface ServerCalls {
  readonly connection: KeptConnection;
  readonly openCalls: OpenCalls;
}

/**
 * Calls a tool of the server for a task. Each round is stored as a step, so that after a question
 * or a crash the handler runs again and continues there. A tool that may not be repeated is never
 * called twice for a task, unless the first call has failed.
 */
export async function runTool(call: ToolRun, site: ServerCalls): Promise<unknown> {
  const { task } = call;
  const progress = new ProgressRelay(task);
  // Suspending the task ends this run of the handler, but not the call.
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
    return await finishTask(result, call);
  } catch (error) {
    if (isRunEndedError(error) && error.end === 'suspended') throw error;
    site.openCalls.get(task.id)?.abort(error);
    site.openCalls.end(task.id);
    throw explainFailure(error, task);
  }
}

interface RoundOptions {
  readonly site: ServerCalls;
  readonly progress: ProgressRelay;
  readonly signal: AbortSignal;
}

/**
 * The outcome of a round that an earlier run of the handler began but did not finish, because its
 * process crashed, for example.
 */
const LOST = { kind: 'lost' } as const;

async function followRounds(call: ToolRun, options: RoundOptions): Promise<ToolResult> {
  const { task, tool } = call;
  const run = randomUUID();
  let resumed: ResumedCall | undefined;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    // oxlint-disable-next-line no-await-in-loop -- rounds follow each other
    const begun = await task.step(`begin ${round}`, () => run);
    // oxlint-disable-next-line no-await-in-loop
    const outcome = await (begun === run
      ? remember(task, { round, outcome: await perform(call, resumed, options) })
      : task.step<Suspended | typeof LOST>(`round ${round}`, () => LOST));
    if (outcome.kind === 'complete') return outcome.result;
    if (outcome.kind === 'lost') {
      // Polling a task of the server again does no harm.
      if (!isRepeatable(tool) && resumed?.last.kind !== 'task') throw new PublicError(GONE);
      continue;
    }
    // Progress that came before a question is reported before it.
    // oxlint-disable-next-line no-await-in-loop
    await options.progress.flush();
    // oxlint-disable-next-line no-await-in-loop
    resumed = { last: outcome, answers: await askRequests(outcome.requests, task) };
  }
  throw new PublicError(`The call was not over after ${MAX_ROUNDS} rounds.`);
}

/**
 * Stores the outcome of a round as a step, unless it is the result, which may be large and is
 * followed by nothing.
 */
async function remember(
  task: TaskContext,
  { round, outcome }: { readonly round: number; readonly outcome: RoundOutcome },
): Promise<RoundOutcome> {
  return outcome.kind === 'complete'
    ? outcome
    : task.step<Suspended>(`round ${round}`, () => outcome);
}

async function perform(
  { tool, input, task }: ToolRun,
  resumed: ResumedCall | undefined,
  { site, progress, signal }: RoundOptions,
): Promise<RoundOutcome> {
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
  const args = toRecord(input);
  try {
    if (era === 'modern') {
      return await performModern({ client, tool, args, progress, signal }, resumed);
    }
    const open = openCalls.open(task.id, (ended) =>
      performLegacy({ client, tool, args, progress, signal: ended }),
    );
    return await open.next();
  } catch (error) {
    const requests = era === 'legacy' ? parseSignInAddresses(error) : [];
    if (requests.length > 0) {
      openCalls.end(task.id);
      return { kind: 'repeat', requests };
    }
    connection.report(live, error);
    throw error;
  }
}

/**
 * Asks the caller of a task the server's questions, one after the other. In A2A a caller can
 * decline only by canceling the task.
 */
async function askRequests(
  requests: readonly InputRequest[],
  task: TaskContext,
): Promise<InputAnswers> {
  const answers: Record<string, InputAnswers[string]> = {};
  for (const request of requests) {
    switch (request.kind) {
      case 'form': {
        // A question ends the run: the next one is asked by the next run.
        // oxlint-disable-next-line no-await-in-loop
        const content: unknown = await task.ask(request.message, { schema: request.schema });
        answers[request.key] = { action: 'accept', content: fillDefaults(content, request.schema) };
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

/**
 * Returns the skill's result for the result of a tool, and sends the rest of the tool's content as
 * an artifact first.
 */
async function finishTask(
  { content, structuredContent, isError }: ToolResult,
  { output, tool, task }: ToolRun,
): Promise<unknown> {
  if (isError === true) throw new PublicError(readReason(content));
  if (output === undefined) {
    // Data without a schema is sent unchanged.
    if (structuredContent !== undefined) {
      await task.artifact({ id: 'data', data: structuredContent });
    }
    return sendContent(content, { task, data: structuredContent });
  }
  if (structuredContent === undefined) {
    throw new PublicError(`The tool ${tool.name} promises a structured result and gave none.`);
  }
  await sendContent(content, { task, data: structuredContent });
  return output.isWrapped && !isWrappedAlready(structuredContent, output.schema)
    ? { result: structuredContent }
    : structuredContent;
}

/** True for a result that a server has already wrapped for an older revision. */
function isWrappedAlready(value: unknown, schema: JsonSchema): boolean {
  if (!isRecord(value) || Object.keys(value).length !== 1 || !('result' in value)) return false;
  // The tool's own result may have a single member of this name.
  return createValidator(schema).isValid(value);
}

/** Returns the text in the content of a failed tool as the reason of the failure. */
function readReason(content: unknown): string {
  const texts = (Array.isArray(content) ? content : [])
    .filter(isRecord)
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []));
  const reason = texts.join('\n').trim();
  return reason === '' ? 'The tool failed and does not say why.' : reason.slice(0, MAX_REASON);
}

/**
 * Makes the error of a task whose call failed, in words for the caller. If the failure may pass,
 * the error's cause is a `TransientError`.
 */
function explainFailure(error: unknown, { signal }: Pick<TaskContext, 'signal'>): unknown {
  if (signal.aborted) return signal.reason;
  if (isPublicError(error)) return error;
  if (error instanceof ProtocolError && !isStreamEnd(error)) {
    return new PublicError(
      `The MCP server refused the call: ${error.message.slice(0, MAX_REFUSAL)}`,
      {
        cause: error,
      },
    );
  }
  if (error instanceof McpServerError) {
    const cause = new TransientError('The MCP server is not there', { cause: error });
    return new PublicError(
      'The MCP server is not there: it has ended and is started again. Try again later.',
      { cause },
    );
  }
  if (isLost(error)) {
    const cause = new TransientError('The MCP server is not there', { cause: error });
    return new PublicError(
      'The MCP server ended before the tool was done. Trying again may help.',
      {
        cause,
      },
    );
  }
  if (error instanceof SdkError) {
    return new PublicError('The MCP server gave an answer that breaks the protocol.', {
      cause: error,
    });
  }
  return error;
}

function isLost(error: unknown): boolean {
  if (error instanceof SdkHttpError) return true;
  if (error instanceof ProtocolError) return isStreamEnd(error);
  if (error instanceof SdkError) return LOST_CODES.has(error.code);
  // `fetch` throws it when a connection fails.
  return error instanceof TypeError;
}
