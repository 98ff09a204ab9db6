import { type CallEvent, DeadlineError } from '@formwork/client';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { CallTarget } from '../agents/call-target.ts';
import type { SentMessage, TaskHandle } from '../handles/task-handle.ts';
import { toFileUri } from '../resources/resource-uri.ts';
import type { BridgeServices } from './bridge-services.ts';
import type { CallContext } from './call-context.ts';
import { type CallOutcome, readOutcome } from './call-outcome.ts';
import { followCall } from './follow-call.ts';
import { fromError } from './from-error.ts';
import type { CallWait } from './outcome-wait.ts';
import { LOOK_MS } from './read-task.ts';
import { markRequest } from './shown-request.ts';
import { HandleNotice } from './task-listener.ts';
import { toError, type ToErrorOptions, toResult } from './to-result.ts';

/** The longest time that asking an agent to stop a task may take, in milliseconds. */
const CANCEL_MS = 2000;

/** The parts of a {@link HostCall}. */
export interface HostCallParts {
  readonly services: BridgeServices;
  readonly callTarget: CallTarget;
  readonly context: CallContext;
  /**
   * The digest of the call's name and arguments. A host that repeats the call with answers must
   * send the same ones.
   */
  readonly digest: string;
  /** The kind of result that the called tool promises; the task tool promises the envelope. */
  readonly results: CallTarget['results'];
  /**
   * False if the call only continues a task: it does not become a task of the host, and the task is
   * not canceled when the host stops waiting. Default true.
   */
  readonly mayBecomeTask?: boolean;
  /** The time when the task began, in milliseconds since 1970, if that was before this call. */
  readonly createdAt?: number;
  /**
   * The last answer's problem, and how many answers did not fit, if the question is asked again.
   */
  readonly retry?: { readonly round: number; readonly problem: string };
}

/**
 * A call of a host about the task of one agent. It follows, reads and stops the task, seals its
 * handle, and makes results in the form that the called tool promises.
 */
export class HostCall {
  readonly #parts: HostCallParts;

  constructor(parts: HostCallParts) {
    this.#parts = parts;
  }

  get services(): BridgeServices {
    return this.#parts.services;
  }

  get callTarget(): CallTarget {
    return this.#parts.callTarget;
  }

  get context(): CallContext {
    return this.#parts.context;
  }

  get results(): CallTarget['results'] {
    return this.#parts.results;
  }

  get mayBecomeTask(): boolean {
    return this.#parts.mayBecomeTask ?? true;
  }

  get retry(): HostCallParts['retry'] {
    return this.#parts.retry;
  }

  /** True if the host follows tasks, and this call may become one. */
  get becomesTask(): boolean {
    return this.context.can.tasks && this.mayBecomeTask;
  }

  /** Returns the same call, which asks its question again because the answer did not fit. */
  repeat(retry: NonNullable<HostCallParts['retry']>): HostCall {
    return new HostCall({ ...this.#parts, retry });
  }

  /** Computes how long the call waits for its task: shorter if the host can follow it instead. */
  toWait(): CallWait {
    const { taskAfterMs, budgetMs, closing } = this.services;
    return {
      deadlineMs: this.becomesTask ? taskAfterMs : budgetMs,
      signal: AbortSignal.any([this.context.signal, closing]),
      waitForOthers: false,
    };
  }

  /**
   * Follows a task until it ends or pauses. Never rejects. `onTask` is called with the id of the task
   * once the agent has made one.
   */
  async follow(
    events: AsyncIterable<CallEvent<unknown>>,
    onTask?: (taskId: string) => void,
  ): Promise<CallOutcome> {
    const notice = new HandleNotice((taskId) => this.seal(taskId));
    try {
      return await followCall(events, {
        call: this,
        onTask: (taskId) => {
          notice.schedule(taskId);
          onTask?.(taskId);
        },
      });
    } finally {
      notice.cancel();
    }
  }

  /** Returns the current outcome of a task, without waiting for it to end. */
  async lookAt(taskId: string): Promise<CallOutcome> {
    const { signal } = this.context;
    const wait: CallWait = { deadlineMs: LOOK_MS, signal, waitForOthers: false };
    try {
      return readOutcome(await this.callTarget.toTask(taskId).wait(wait));
    } catch (error) {
      return this.explain(error);
    }
  }

  /**
   * Asks the agent to stop a task, for at most `mostMs`, and returns what has become of it. The error
   * of an agent that has not said so in time is a passing one.
   */
  async cancel(taskId: string, mostMs: number = CANCEL_MS): Promise<CallOutcome> {
    const { alias, label } = this.callTarget;
    try {
      return readOutcome(await this.callTarget.toTask(taskId).cancel({ deadlineMs: mostMs }));
    } catch (error) {
      const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
      this.services.logger.info('A task was not stopped', { agent: alias, reason });
      if (!(error instanceof DeadlineError) || error.canceled) return this.explain(error);
      const text = `The remote agent "${label}" has not said in time whether it stops the task.`;
      return { kind: 'error', taskId, code: error.code, text, fault: 'passing' };
    }
  }

  /** Turns an error of the client into an outcome whose text a model can act on. */
  explain(error: unknown): CallOutcome {
    return fromError(error, this.callTarget);
  }

  /**
   * Makes the encrypted handle of a task; the task id is `''` if only the message that began it can
   * find the task.
   */
  seal(
    taskId: string,
    {
      question,
      shown,
      message,
    }: Partial<Pick<TaskHandle, 'question' | 'shown'>> & {
      readonly message?: SentMessage;
    } = {},
  ): string {
    const { digest, createdAt = Date.now() } = this.#parts;
    const { alias, tool } = this.callTarget;
    const round = this.retry?.round ?? 0;
    const problem = this.retry?.problem;
    return this.services.handles.seal(
      { alias, taskId, tool, digest, round, question, shown, createdAt, problem, message },
      this.context.principal,
    );
  }

  /** Makes the result for an outcome, with this handle. Default: the handle of its task. */
  toResult(
    outcome: CallOutcome,
    handle: () => string = () => this.seal(outcome.taskId, { shown: markRequest(outcome) }),
  ): CallToolResult {
    const { alias, label, tool, isSeveral, mayHoldFiles } = this.callTarget;
    const { can, dropsContent, principal } = this.context;
    const { handles, maxResultBytes } = this.services;
    return toResult(outcome, {
      alias,
      label,
      results: this.results,
      isSeveral,
      isForApp: can.apps,
      putsFilesInData: dropsContent && mayHoldFiles,
      maxBytes: maxResultBytes,
      toHandle: handle,
      toContext: (contextId) => handles.sealContext({ alias, contextId }, principal),
      toUri: (taskId, index) =>
        toFileUri({ alias, part: handles.sealPart({ alias, taskId, tool, index }, principal) }),
    });
  }

  /** Makes an error result about the agent of the call. */
  toError(text: string, options: Omit<ToErrorOptions, 'alias'>): CallToolResult {
    return toError(text, { alias: this.callTarget.alias, ...options });
  }

  /**
   * Makes the answer that tells the model that a question was refused because it seems to ask for a
   * secret.
   */
  refuseSecret(taskId: string, field: string): CallToolResult {
    const handle = this.seal(taskId);
    const text = `The remote agent "${this.callTarget.label}" asks for what looks like a secret (${JSON.stringify(field)}), which is not passed on. Tell the user. a2a_task with ${JSON.stringify({ task_id: handle, action: 'cancel' })} ends the task.`;
    return this.toError(text, { code: 'secret_refused' });
  }
}
