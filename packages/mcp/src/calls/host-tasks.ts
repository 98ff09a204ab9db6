import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { findSubject } from '../agents/call-subject.ts';
import { HandleError } from '../errors.ts';
import type { TaskHandle } from '../handles/task-handle.ts';
import { TASKS_EXTENSION } from '../hosts/extension-ids.ts';
import { answerHostTask } from './answer-host-task.ts';
import type { BridgeServices } from './bridge-services.ts';
import type { CallContext } from './call-context.ts';
import type { CallOutcome } from './call-outcome.ts';
import { fromError } from './from-error.ts';
import { describeLate } from './host-answer.ts';
import { HostCall } from './host-call.ts';
import { createMisfits } from './misfits.ts';
import type { CallWait } from './patience.ts';
import { findAsking, type HostAsking, type HostTask, toHostTask } from './to-host-task.ts';

/** The longest time that one request for the state of a task waits for news, in milliseconds. */
const LOOK_MS = 400;

/**
 * The longest time that an answer waits until the agent says how the task stands, in milliseconds:
 * without knowing that, the bridge would drop the answer.
 */
const READ_MS = 8000;

/** The longest time that asking an agent to stop a task may take, in milliseconds. */
const CANCEL_MS = 5000;

/**
 * The tasks of MCP for hosts that follow them. Nothing is stored here: the agent's own task has the
 * state.
 */
export interface HostTasks {
  readonly get: (handle: string, context: CallContext) => Promise<HostTask>;
  readonly update: (handle: string, context: CallContext) => Promise<HostTask>;
  readonly cancel: (handle: string, context: CallContext) => Promise<HostTask>;
}

/**
 * Makes the functions behind `tasks/get`, `tasks/update` and `tasks/cancel`. They throw
 * ProtocolError for a host that does not support tasks, for a handle that cannot be opened, and if
 * the agent could not be reached.
 */
export function createHostTasks(services: BridgeServices): HostTasks {
  const misfits = createMisfits();

  async function open(handle: TaskHandle, context: CallContext): Promise<HostCall> {
    const subject = await findSubject(handle, services.agents);
    if (subject === undefined) throw toUnknown();
    const { results } = subject;
    const { digest, createdAt } = handle;
    const parts = { services, subject, digest, results, createdAt, context };
    return new HostCall({ ...parts, mayBecomeTask: false });
  }

  /** Reads the state of a task; an error while reading becomes an outcome too. */
  async function read(
    handle: TaskHandle,
    {
      context,
      mostMs,
    }: {
      readonly context: CallContext;
      /** The longest time to wait until the agent says how the task stands, in milliseconds. */
      readonly mostMs: number;
    },
  ) {
    let call: HostCall;
    try {
      call = await open(handle, context);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      return { outcome: fromError(error, { label: handle.alias }) };
    }
    return { outcome: await look(handle.taskId, call, mostMs), call };
  }

  return {
    async get(text, context) {
      const handle = openHandle(text, { services, context });
      let status = '';
      const taskContext = {
        ...context,
        reportProgress: (message: string) => (status = message === '' ? status : message),
      };
      const { outcome, call } = await read(handle, { context: taskContext, mostMs: LOOK_MS });
      const { alias: label, createdAt, taskId } = handle;
      let shown = outcome;
      let asking: HostAsking | undefined;
      try {
        asking = call && (await findAsking(outcome, call, misfits));
      } catch (error) {
        // The agent asks, but does not give its task now: a later look may tell which question it is.
        const fault = fromError(error, { label });
        if (fault.kind === 'error') status = fault.text;
        shown = { kind: 'working', taskId };
      }
      return toHostTask(shown, { taskId: text, createdAt, call, asking, status });
    },
    async update(text, context) {
      const handle = openHandle(text, { services, context });
      const { outcome, call } = await read(handle, { context, mostMs: READ_MS });
      assertReached(outcome);
      if (call === undefined) return {};
      const result = await answerHostTask(outcome, call, misfits);
      assertReached(result.outcome);
      if (result.late === undefined) return {};
      const { content, meta } = describeLate(result.late);
      return { content, _meta: meta };
    },
    async cancel(text, context) {
      const handle = openHandle(text, { services, context });
      try {
        // It is no error if the task has ended meanwhile.
        const call = await open(handle, context);
        assertReached(await call.cancel(handle.taskId, CANCEL_MS));
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        assertReached(fromError(error, { label: handle.alias }));
      }
      return {};
    },
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

function openHandle(
  text: string,
  { services, context }: { readonly services: BridgeServices; readonly context: CallContext },
): TaskHandle {
  if (!context.can.tasks) {
    const requiredCapabilities = { extensions: { [TASKS_EXTENSION]: {} } };
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities });
  }
  try {
    const handle = services.handles.open(text, context.principal);
    if (handle.taskId === '') throw toUnknown();
    return handle;
  } catch (error) {
    if (error instanceof HandleError) throw toUnknown();
    throw error;
  }
}

function toUnknown(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown or expired task');
}

/**
 * Reads the state of a task, and waits a little for news, at most `mostMs`. A task of which the agent says nothing
 * counts as working if a look may only be short, else as not reached.
 */
async function look(taskId: string, call: HostCall, mostMs: number): Promise<CallOutcome> {
  const { subject, context } = call;
  const heard = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onTask = (): void => {
    timer ??= setTimeout(() => heard.abort(), LOOK_MS);
  };
  const signal = AbortSignal.any([context.signal, heard.signal]);
  const events = subject
    .toTask(taskId)
    .stream({ deadlineMs: mostMs, signal, waitForOthers: false } satisfies CallWait);
  try {
    const outcome = await call.follow(events, onTask);
    const isLate = outcome.kind === 'error' && outcome.code === 'DEADLINE_EXCEEDED';
    if (!isLate && outcome.kind !== 'working') return outcome;
    if (timer !== undefined || mostMs === LOOK_MS) return { kind: 'working', taskId };
    const text = `The remote agent "${subject.label}" has not said in time how the task stands.`;
    return { kind: 'error', taskId, code: 'DEADLINE_EXCEEDED', text, fault: 'passing' };
  } finally {
    clearTimeout(timer);
  }
}
