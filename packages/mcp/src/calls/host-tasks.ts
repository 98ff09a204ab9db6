import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { findCallTarget } from '../agents/call-target.ts';
import { HandleError } from '../errors.ts';
import type { TaskHandle } from '../handles/task-handle.ts';
import { TASKS_EXTENSION } from '../hosts/extension-ids.ts';
import { answerHostTask } from './answer-host-task.ts';
import type { BridgeServices } from './bridge-services.ts';
import type { CallContext } from './call-context.ts';
import type { CallOutcome } from './call-outcome.ts';
import { fromError } from './from-error.ts';
import { describeLateAnswer } from './host-answer.ts';
import { HostCall } from './host-call.ts';
import { createInvalidAnswers } from './invalid-answers.ts';
import { SHORT_WAIT_MS, ShortWait } from './short-wait.ts';
import { findHostQuestion, type HostTask, toHostTask } from './to-host-task.ts';

/**
 * The longest time that an answer waits until the agent says how the task stands, in milliseconds:
 * without knowing that, the bridge would drop the answer.
 */
const READ_MS = 8000;

/** The longest time that asking an agent to stop a task may take, in milliseconds. */
const CANCEL_MS = 5000;

/**
 * The tasks of MCP for hosts that follow them: `tasks/get`, `tasks/update` and `tasks/cancel`.
 * Nothing is stored here: the agent's own task has the state. All throw ProtocolError for a host
 * that does not support tasks, for a handle that cannot be opened, and if the agent could not be
 * reached.
 */
export class HostTasks {
  readonly #services: BridgeServices;
  readonly #invalidAnswers = createInvalidAnswers();

  constructor(services: BridgeServices) {
    this.#services = services;
  }

  async get(taskId: string, context: CallContext): Promise<HostTask> {
    const handle = this.#openHandle(taskId, context);
    const status = new TaskStatus();
    const watched = { ...context, reportProgress: status.report };
    const lookup = await this.#read(handle, watched, SHORT_WAIT_MS);
    const { alias: label, createdAt } = handle;
    const shown = { taskId, createdAt, call: lookup.call };
    try {
      const asking =
        lookup.call && (await findHostQuestion(lookup.outcome, lookup.call, this.#invalidAnswers));
      return toHostTask(lookup.outcome, { ...shown, asking, status: status.text });
    } catch (error) {
      // The agent asks, but does not give its task now: a later look may tell which question it is.
      const fault = fromError(error, { label });
      if (fault.kind === 'error') status.report(fault.text);
      const working = { kind: 'working', taskId: handle.taskId } as const;
      return toHostTask(working, { ...shown, asking: undefined, status: status.text });
    }
  }

  async update(taskId: string, context: CallContext): Promise<HostTask> {
    const handle = this.#openHandle(taskId, context);
    const { outcome, call } = await this.#read(handle, context, READ_MS);
    assertReached(outcome);
    if (call === undefined) return {};
    const result = await answerHostTask(outcome, call, this.#invalidAnswers).catch(
      (error: unknown) => {
        const fault = call.explain(error);
        const text = fault.kind === 'error' ? fault.text : '';
        throw new ProtocolError(ProtocolErrorCode.InternalError, text, { cause: error });
      },
    );
    assertReached(result.outcome);
    if (result.late === undefined) return {};
    const { content, meta } = describeLateAnswer(result.late);
    return { content, _meta: meta };
  }

  async cancel(taskId: string, context: CallContext): Promise<HostTask> {
    const handle = this.#openHandle(taskId, context);
    try {
      // It is no error if the task has ended meanwhile.
      const call = await this.#open(handle, context);
      assertReached(await call.cancel(handle.taskId, CANCEL_MS));
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      assertReached(fromError(error, { label: handle.alias }));
    }
    return {};
  }

  #openHandle(text: string, { can, principal }: CallContext): TaskHandle {
    if (!can.tasks) {
      const requiredCapabilities = { extensions: { [TASKS_EXTENSION]: {} } };
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities });
    }
    try {
      const handle = this.#services.handles.open(text, principal);
      if (handle.taskId === '') throw toUnknown();
      return handle;
    } catch (error) {
      if (error instanceof HandleError) throw toUnknown();
      throw error;
    }
  }

  async #open(handle: TaskHandle, context: CallContext): Promise<HostCall> {
    const services = this.#services;
    const callTarget = await findCallTarget(handle, services.agents);
    if (callTarget === undefined) throw toUnknown();
    const { results } = callTarget;
    const { digest, createdAt } = handle;
    const parts = { services, callTarget, digest, results, createdAt, context };
    return new HostCall({ ...parts, mayBecomeTask: false });
  }

  /**
   * Reads the state of a task, and waits for it at most `mostMs`; an error while reading becomes an
   * outcome too.
   */
  async #read(
    handle: TaskHandle,
    context: CallContext,
    mostMs: number,
  ): Promise<{
    readonly outcome: CallOutcome;
    readonly call?: HostCall;
  }> {
    let call: HostCall;
    try {
      call = await this.#open(handle, context);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      return { outcome: fromError(error, { label: handle.alias }) };
    }
    return { outcome: await lookAt(handle.taskId, call, mostMs), call };
  }
}

/** The last text of a task about its progress; `''` if there is none. */
class TaskStatus {
  #text = '';

  get text(): string {
    return this.#text;
  }

  readonly report = (text: string): void => {
    if (text !== '') this.#text = text;
  };
}

/**
 * Throws if the agent could not be reached. Without an error, the host would take its answer for
 * delivered and not send it again.
 */
function assertReached(outcome: CallOutcome | undefined): void {
  if (outcome?.kind !== 'error' || outcome.fault !== 'passing') return;
  throw new ProtocolError(ProtocolErrorCode.InternalError, outcome.text);
}

function toUnknown(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown or expired task');
}

/**
 * Reads the state of a task, and waits a little for news, at most `mostMs`. A task of which the
 * agent says nothing counts as working if a look may only be short, else as not reached.
 */
async function lookAt(taskId: string, call: HostCall, mostMs: number): Promise<CallOutcome> {
  const { callTarget, context } = call;
  const short = new ShortWait({ mostMs, signal: context.signal });
  try {
    const events = callTarget.toTask(taskId).stream(short.wait);
    const outcome = await call.follow(events, short.onTask);
    const isLate = outcome.kind === 'error' && outcome.code === 'DEADLINE_EXCEEDED';
    if (!isLate && outcome.kind !== 'working') return outcome;
    if (short.isAnswered || mostMs === SHORT_WAIT_MS) return { kind: 'working', taskId };
    const text = `The remote agent "${callTarget.label}" has not said in time how the task stands.`;
    return { kind: 'error', taskId, code: 'DEADLINE_EXCEEDED', text, fault: 'passing' };
  } finally {
    short.end();
  }
}
