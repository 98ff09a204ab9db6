import { isInterrupted, isTerminal } from '../doors/dialect.ts';
import { broken, HOLDS, untried, UntriedError } from '../rules/rule-result.ts';
import type { DoorSession, StartedMessage } from '../session/door-session.ts';
import { listProblems } from './document-problems.ts';
import {
  createUnknownId,
  describeCame,
  expectError,
  expectRefusal,
  type DoorCheck,
} from './expectations.ts';

/** The checks of messages. */
export const MESSAGE_CHECKS: Readonly<Record<string, DoorCheck>> = {
  async 'message.answer'(session) {
    const strange = (await session.startAll()).find(
      ({ event, exchange }) =>
        exchange.error === undefined && event?.kind !== 'task' && event?.kind !== 'message',
    );
    if (strange === undefined) return HOLDS;
    const { request } = strange.exchange;
    return broken({
      sent: request,
      expected: 'a task with an id and a state, or a message',
      came: describeCame(session.door, strange.exchange),
      change: 'Answer SendMessage with the member "task" or "message" (in 0.3, by "kind").',
    });
  },

  async 'message.form'(session) {
    const { door } = session;
    if (door.binding === 'GRPC') return untried('protobuf has only this form');
    const answered = await listAnswered(session);
    for (const { event, exchange } of answered) {
      if (event?.kind !== 'task' && event?.kind !== 'message') continue;
      const value =
        door.dialect.version === '0.3' ? exchange.result : exchange.result?.[event.kind];
      const [problem] = listProblems(value, { kind: event.kind, version: door.dialect.version });
      if (problem === undefined) continue;
      return broken({
        sent: exchange.request,
        expected: `a ${event.kind} of A2A ${door.dialect.version}`,
        came: `one in which ${problem}`,
        change: `Mend this field of the ${event.kind}.`,
      });
    }
    return HOLDS;
  },

  async 'message.blocking'(session) {
    const early = (await listAnswered(session)).find(
      ({ task }) => task !== undefined && !isTerminal(task.state) && !isInterrupted(task.state),
    );
    if (early === undefined) return HOLDS;
    const { task, settled, exchange } = early;
    const later =
      settled !== undefined && isTerminal(settled.state)
        ? `, which ended later as ${settled.state}`
        : ', which did not end while it was watched';
    return broken({
      sent: exchange.request,
      expected: 'an answer once the task has ended or waits for its caller',
      came: `a task in the state ${task?.state}${later}`,
      change: 'Answer SendMessage when the task is terminal, input-required or auth-required.',
    });
  },

  async 'message.context'(session) {
    const { door } = session;
    const answered = await listAnswered(session);
    const without = answered.find(({ event }) => readContext(event) === undefined);
    if (without !== undefined) {
      return broken({
        sent: `${without.exchange.request} without a contextId`,
        expected: 'an answer with a contextId',
        came: describeCame(door, without.exchange),
        change:
          'Make a context for a message that names none, and put its contextId into the answer.',
      });
    }
    const [first] = answered;
    if (first === undefined) return untried('no message was answered');
    const contextId = readContext(first.event);
    const exchange = await session.tell(first.input, session.toMessage(first.input, { contextId }));
    if (exchange.error !== undefined) return HOLDS;
    const event = door.dialect.readEvent(exchange.result);
    if (readContext(event) === contextId) return HOLDS;
    return broken({
      sent: `a message with the contextId ${contextId} of an earlier answer`,
      expected: 'an answer in that context, or an error',
      came: `an answer in the context ${readContext(event) ?? '(none)'}`,
      change: 'Keep the contextId of a message, or refuse the message.',
    });
  },

  async 'message.new-id'(session) {
    const { input, settled } = await session.findEnded();
    const exchange = await session.tell(input, session.toMessage(input));
    const event = session.door.dialect.readEvent(exchange.result);
    if (event?.kind !== 'task') return untried('the second message started no task');
    if (event.task.id !== settled.id) return HOLDS;
    return broken({
      sent: 'two messages with different ids, and no taskId',
      expected: 'two tasks',
      came: `the task ${settled.id} twice`,
      change: 'Start a new task, with a new id, for every new message without a taskId.',
    });
  },

  async 'message.unknown-task'(session) {
    const [input] = session.inputs.inputs;
    if (input === undefined) return untried('there is no input to send');
    const { dialect } = session.door;
    const fields = { taskId: createUnknownId() };
    const message =
      input.schema === undefined
        ? session.toMessage(input, fields)
        : dialect.message([dialect.textPart('Hello')], fields);
    return expectError(session.door, await session.tell(input, message), {
      reason: 'TASK_NOT_FOUND',
      change: 'Refuse a message whose taskId no task has.',
    });
  },

  async 'message.ended-task'(session) {
    const { input, settled } = await session.findEnded();
    const { dialect } = session.door;
    const message = dialect.message([dialect.textPart('Hello')], { taskId: settled.id });
    return expectError(session.door, await session.tell(input, message), {
      reason: 'UNSUPPORTED_OPERATION',
      change: 'Refuse a message to a task that has ended: nothing can be added to it.',
    });
  },

  async 'message.other-context'(session) {
    const settledTasks = (await session.startAll()).filter(({ settled }) => settled !== undefined);
    // A waiting task shows more: a message to one that has ended is refused anyway.
    const task =
      settledTasks.find(({ settled }) => isInterrupted(settled?.state ?? '')) ?? settledTasks[0];
    if (task?.settled === undefined) return untried('no task was started');
    const fields = { taskId: task.settled.id, contextId: createUnknownId() };
    const message = session.door.dialect.message([session.door.dialect.textPart('Hello')], fields);
    return expectRefusal(session.door, await session.tell(task.input, message), {
      expected: 'an error, because the contextId is not that of the task',
      change: 'Refuse a message whose contextId differs from that of its task.',
    });
  },

  async 'message.history'(session) {
    const { input } = await session.findEnded();
    const configuration = { historyLength: 0 };
    const exchange = await session.tell(input, session.toMessage(input), { configuration });
    const event = session.door.dialect.readEvent(exchange.result);
    if (event?.kind !== 'task') return untried('the message started no task');
    const { length } = event.task.history;
    if (length === 0) return HOLDS;
    return broken({
      sent: `${exchange.request} with historyLength 0`,
      expected: 'a task without history',
      came: `a task with ${length} messages in its history`,
      change: 'Return at most historyLength messages; with 0, leave "history" out.',
    });
  },

  async 'message.missing'(session) {
    const exchange = await session.send({ operation: 'SendMessage', params: {} });
    const codes = { JSONRPC: -32_602, 'HTTP+JSON': 400, GRPC: 3 }[session.door.binding];
    if (exchange.error?.code === codes) return HOLDS;
    const expected = {
      JSONRPC: 'invalid params (-32602)',
      'HTTP+JSON': 'HTTP 400',
      GRPC: 'INVALID_ARGUMENT',
    };
    return broken({
      sent: `${exchange.request} without a message`,
      expected: expected[session.door.binding],
      came: describeCame(session.door, exchange),
      change: 'Check the params of a request before anything else is done with them.',
    });
  },
};

/** Lists the started messages that were answered with a task or a message. */
async function listAnswered(session: DoorSession): Promise<readonly StartedMessage[]> {
  const answered = (await session.startAll()).filter(
    ({ event }) => event?.kind === 'task' || event?.kind === 'message',
  );
  if (answered.length > 0) return answered;
  throw new UntriedError('no message was answered with a task or a message');
}

function readContext(event: StartedMessage['event']): string | undefined {
  if (event?.kind === 'task') return event.task.contextId;
  return event?.kind === 'message' ? event.message.contextId : undefined;
}
