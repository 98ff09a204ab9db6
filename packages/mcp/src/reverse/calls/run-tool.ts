import { randomUUID } from 'node:crypto';
import { isRecord } from '@formwork/schema/internal';
import { isRunEndedError, PublicError, type TaskContext } from '@formwork/core';
import { isRepeatable } from '../catalog/mcp-tool.ts';
import type { ToolCall } from '../catalog/to-skill.ts';
import type { KeptConnection } from '../connection/keep-connection.ts';
import { askRequests } from './ask-requests.ts';
import type { CallOutcome, Suspended, ToolResult } from './call-outcome.ts';
import type { OpenCalls } from './open-calls.ts';
import { performLegacy } from './perform-legacy.ts';
import { performModern, type Resumed } from './perform-modern.ts';
import { createProgressRelay, type ProgressRelay } from './relay-progress.ts';
import { toCallError } from './to-call-error.ts';
import { toReturnValue } from './to-return-value.ts';

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
