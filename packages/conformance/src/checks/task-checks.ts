import { isRecord, previewJson } from '@formwork/schema/json';
import type { Exchange } from '../doors/door.ts';
import { isA2aReason } from '../doors/wire-error.ts';
import { broken, HOLDS, untried, type RuleResult } from '../rules/rule-result.ts';
import { UNUSED } from './card-checks.ts';
import { createUnknownId, describeCame, expectError, type DoorCheck } from './expectations.ts';

/** The checks of tasks and their lists. */
export const TASK_CHECKS: Readonly<Record<string, DoorCheck>> = {
  async 'task.get'(session) {
    const { settled } = await session.findEnded();
    const exchange = await session.send({ operation: 'GetTask', params: { id: settled.id } });
    const task = session.door.dialect.readTask(exchange.result);
    if (task !== undefined) return compareTask(task, settled, exchange.request);
    return broken({
      sent: exchange.request,
      expected: `the task ${settled.id} that SendMessage answered`,
      came: describeCame(session.door, exchange),
      change: 'Keep a task after it has ended, and answer it to the caller that started it.',
    });
  },

  async 'task.history'(session) {
    const { settled } = await session.findEnded();
    for (const historyLength of [0, 1]) {
      const { history } = await session.getTask(settled.id, { historyLength });
      if (history.length <= historyLength) continue;
      return broken({
        sent: `GetTask with historyLength ${historyLength}`,
        expected: `at most ${historyLength} messages in "history"`,
        came: `${history.length}`,
        change: 'Return only the last historyLength messages of the history.',
      });
    }
    return HOLDS;
  },

  async 'task.history-kept'(session) {
    const { message, settled } = await session.findEnded();
    const { history } = await session.getTask(settled.id);
    const ids = history.map((entry) => (isRecord(entry) ? entry['messageId'] : undefined));
    return ids.includes(message['messageId']) ? HOLDS : untried(UNUSED);
  },

  async 'task.unknown'(session) {
    const call = { operation: 'GetTask', params: { id: createUnknownId() } } as const;
    return expectError(session.door, await session.send(call), {
      reason: 'TASK_NOT_FOUND',
      change: 'Answer an id that no task has with this error.',
    });
  },

  async 'task.shared'(session) {
    await session.findEnded();
    const { ended } = session.shared;
    if (ended === undefined) return untried('no task ended');
    if (ended.doorName === session.door.name)
      return untried('no other door was checked before this one');
    const exchange = await session.send({ operation: 'GetTask', params: { id: ended.task.id } });
    const task = session.door.dialect.readTask(exchange.result);
    if (task?.id === ended.task.id && task.state === ended.task.state) return HOLDS;
    return broken({
      sent: `GetTask of a task that began over ${ended.doorName}`,
      expected: `the same task as ${ended.task.state}`,
      came: describeCame(session.door, exchange),
      change: 'Serve the same tasks at every door of the card.',
    });
  },

  async 'task.cancel-unknown'(session) {
    const call = { operation: 'CancelTask', params: { id: createUnknownId() } } as const;
    return expectError(session.door, await session.send(call), {
      reason: 'TASK_NOT_FOUND',
      change: 'Answer an id that no task has with this error.',
    });
  },

  async 'task.cancel-ended'(session) {
    const { settled } = await session.findEnded();
    const call = { operation: 'CancelTask', params: { id: settled.id } } as const;
    return expectError(session.door, await session.send(call), {
      reason: 'TASK_NOT_CANCELABLE',
      change: 'Refuse to cancel a task that has ended.',
    });
  },

  async 'cancel.waiting'(session) {
    const { settled } = await session.startWaiting();
    const exchange = await session.send({ operation: 'CancelTask', params: { id: settled.id } });
    const task = session.door.dialect.readTask(exchange.result);
    if (task?.id === settled.id && task.state === 'canceled') return HOLDS;
    const { error } = exchange;
    if (isA2aReason(error?.reason) && error.reason === 'TASK_NOT_CANCELABLE') return HOLDS;
    return broken({
      sent: exchange.request,
      expected: 'the task as canceled, or TaskNotCancelableError',
      came: describeCame(session.door, exchange),
      change: 'Cancel a task that waits for its caller, and answer it in its new state.',
    });
  },

  async 'list.form'(session) {
    const { door } = session;
    const exchange = await session.send({ operation: 'ListTasks', params: {} });
    const { result } = exchange;
    const missing = FIELDS.filter(([name, type]) => {
      // Protobuf does not send an empty list, an empty text or 0.
      const value = result?.[name];
      if (door.binding === 'GRPC' && value === undefined) return false;
      return type === 'array' ? !Array.isArray(value) : typeof value !== type;
    });
    if (result !== undefined && missing.length === 0) return HOLDS;
    return broken({
      sent: exchange.request,
      expected: 'tasks, nextPageToken, pageSize and totalSize',
      came: describeCame(door, exchange),
      change: 'Send all four fields, an empty nextPageToken on the last page included.',
    });
  },

  async 'list.context'(session) {
    const { settled } = await session.findEnded();
    const { contextId } = settled;
    if (contextId === undefined) return untried('the task has no context');
    const exchange = await session.send({ operation: 'ListTasks', params: { contextId } });
    if (exchange.error !== undefined) return untried('tasks cannot be listed: see list.form');
    const tasks = listTasks(exchange);
    if (tasks.length === 0) return untried(NOTHING_LISTED);
    const stranger = tasks.find((task) => task['contextId'] !== contextId);
    if (stranger === undefined) return HOLDS;
    return broken({
      sent: `ListTasks with the contextId ${contextId}`,
      expected: 'tasks of that context only',
      came: `a task of the context ${previewJson(stranger['contextId'])}`,
      change: `Leave out tasks of other contexts, over ${session.door.name} as well.`,
    });
  },

  async 'list.artifacts'(session) {
    const { settled } = await session.findEnded();
    const { contextId } = settled;
    if (settled.parts.length === 0) return untried('the task has no artifacts');
    if (contextId === undefined) return untried('the task has no context');
    const exchange = await session.send({ operation: 'ListTasks', params: { contextId } });
    const tasks = listTasks(exchange);
    if (tasks.length === 0) return untried(NOTHING_LISTED);
    const full = tasks.find((task) => task['artifacts'] !== undefined);
    if (full === undefined) return HOLDS;
    return broken({
      sent: exchange.request,
      expected: 'tasks without "artifacts"',
      came: `the task ${previewJson(full['id'])} with its artifacts`,
      change: 'Leave out artifacts unless includeArtifacts is true.',
    });
  },

  async 'list.page'(session) {
    await session.findEnded();
    const exchange = await session.send({ operation: 'ListTasks', params: { pageSize: 1 } });
    if (exchange.error !== undefined) return untried('tasks cannot be listed: see list.form');
    const { length } = listTasks(exchange);
    if (length <= 1) return HOLDS;
    return broken({
      sent: 'ListTasks with pageSize 1',
      expected: 'at most 1 task',
      came: `${length}`,
      change: 'Answer at most pageSize tasks, and a nextPageToken for the rest.',
    });
  },
};

/** Agents may list no tasks for callers that they do not know. */
const NOTHING_LISTED = 'no task is listed for this caller';

const FIELDS = [
  ['tasks', 'array'],
  ['nextPageToken', 'string'],
  ['pageSize', 'number'],
  ['totalSize', 'number'],
] as const;

function listTasks({ result }: Exchange): readonly Readonly<Record<string, unknown>>[] {
  const tasks = result?.['tasks'];
  return Array.isArray(tasks) ? tasks.filter(isRecord) : [];
}

/** Checks that a task is the expected one. */
function compareTask(
  came: { readonly id: string; readonly contextId: string | undefined; readonly state: string },
  expected: typeof came,
  request: string,
): RuleResult {
  const show = ({ id, contextId, state }: typeof came): string =>
    previewJson({ id, contextId, state }).replaceAll('"', '');
  const isSame =
    came.id === expected.id &&
    came.contextId === expected.contextId &&
    came.state === expected.state;
  if (isSame) return HOLDS;
  return broken({
    sent: request,
    expected: `the task ${expected.id} in the context ${expected.contextId} as ${expected.state}`,
    came: `the task ${show(came)}`,
    change: 'Answer the stored task with the id, context and state that it had.',
  });
}
