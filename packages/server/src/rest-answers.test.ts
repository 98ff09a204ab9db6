import { AgentCard, TaskState } from '@a2a-js/sdk';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { expect, test } from 'vitest';
import { createDoneTask, createTaskEvent } from './testing/create-fake-handler.ts';
import { MESSAGE } from './testing/open-json-rpc-door.ts';
import { call, openRestDoor, type CallOptions } from './testing/open-rest-door.ts';

const CONFIG = {
  tenant: '',
  id: 'config-1',
  taskId: 'task-1',
  url: 'https://example.com/hook',
  token: '',
  authentication: undefined,
};

const CARD = AgentCard.fromJSON({
  name: 'Fake',
  version: '1.0.0',
  capabilities: { streaming: true, pushNotifications: true },
  supportedInterfaces: [
    { url: 'http://localhost', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
  ],
});

/** Returns the fields of a request in the order of their names. */
function sortFields(fields: object): object {
  const entries = Object.entries(fields).toSorted(([one], [other]) => one.localeCompare(other));
  return Object.fromEntries(entries);
}

/** Makes the methods of a request handler that answers everything, and keeps what it was asked. */
function createWillingHandler(asked: unknown[]): Partial<A2ARequestHandler> {
  function note<Result>(method: string, result: Result): (params: object) => Promise<Result> {
    return (params) => {
      asked.push({ method, params: sortFields(params) });
      return Promise.resolve(result);
    };
  }
  return {
    getAgentCard: () => Promise.resolve(CARD),
    getAuthenticatedExtendedAgentCard: note('getAuthenticatedExtendedAgentCard', CARD),
    sendMessage: note('sendMessage', createDoneTask(undefined)),
    async *sendMessageStream(params) {
      asked.push({ method: 'sendMessageStream', params: sortFields(params) });
      yield createTaskEvent();
    },
    getTask: note('getTask', createDoneTask(undefined)),
    listTasks: note('listTasks', {
      tasks: [createDoneTask(undefined)],
      nextPageToken: '',
      pageSize: 5,
      totalSize: 0,
    }),
    cancelTask: note('cancelTask', {
      ...createDoneTask(undefined),
      status: {
        state: TaskState.TASK_STATE_CANCELED,
        message: undefined,
        timestamp: '2026-01-01T00:00:00Z',
      },
    }),
    async *resubscribe(params) {
      asked.push({ method: 'resubscribe', params: sortFields(params) });
      yield createTaskEvent();
    },
    createTaskPushNotificationConfig: note('createTaskPushNotificationConfig', CONFIG),
    getTaskPushNotificationConfig: note('getTaskPushNotificationConfig', CONFIG),
    listTaskPushNotificationConfigs: note('listTaskPushNotificationConfigs', {
      configs: [CONFIG],
      nextPageToken: '',
    }),
    deleteTaskPushNotificationConfig: note('deleteTaskPushNotificationConfig', undefined),
  };
}

const BODY = { message: MESSAGE, tenant: 'other' };

const CONFIGS = '/tasks/task-1/pushNotificationConfigs';

const TEXT = { 'Content-Type': 'text/plain' };

const REQUESTS: readonly (readonly [name: string, path: string, options?: CallOptions])[] = [
  ['a message', '/message:send', { body: BODY }],
  ['a message with a slash at the end', '/message:send/', { body: BODY }],
  ['a message as a stream', '/message:stream', { body: BODY }],
  ['a message without one', '/message:send', { body: {} }],
  ['a message without a body', '/message:send', { method: 'POST' }],
  ['a message of another type', '/message:send', { body: 'x', headers: TEXT }],
  ['a message of another type without a body', '/message:send', { method: 'POST', headers: TEXT }],
  ['the card', '/extendedAgentCard'],
  ['the card for a tenant', '/extendedAgentCard?tenant=other'],
  ['the head of the card', '/extendedAgentCard', { method: 'HEAD' }],
  ['a task', '/tasks/a%20b?historyLength=2'],
  ['a task with a colon', '/tasks/a%3Acancel?history_length=2'],
  ['the head of a task', '/tasks/task-1', { method: 'HEAD' }],
  ['a task with another type', '/tasks/task-1', { headers: TEXT }],
  ['a task without a type', '/tasks/task-1', { headers: { 'Content-Type': '' } }],
  ['a task with a wrong count', '/tasks/task-1?historyLength=x'],
  ['a task whose id is broken', '/tasks/%E0%A4%A'],
  ['all tasks', '/tasks'],
  [
    'some tasks',
    '/tasks?contextId=c&status=TASK_STATE_WORKING&pageSize=5&pageToken=p&historyLength=1&statusTimestampAfter=2026-01-01T00:00:00Z&includeArtifacts=true&tenant=other',
  ],
  ['tasks by original names', '/tasks?context_id=c&page_size=5&include_artifacts=true'],
  [
    'tasks with empty filters',
    '/tasks?contextId=&pageToken=&statusTimestampAfter=&includeArtifacts=false',
  ],
  ['a page of none', '/tasks?pageSize=0'],
  ['a page of too many', '/tasks?pageSize=101'],
  ['a page of 005', '/tasks?pageSize=005'],
  ['a page of nothing', '/tasks?pageSize='],
  ['tasks in a wrong state', '/tasks?status=1'],
  ['to cancel a task', '/tasks/task-1:cancel', { body: { metadata: { a: 1 } } }],
  ['to cancel a task without a body', '/tasks/task-1:cancel', { method: 'POST' }],
  ['a task as a stream', '/tasks/task-1:subscribe?tenant=other'],
  ['a task as a stream by POST', '/tasks/task-1:subscribe', { method: 'POST' }],
  ['a task as a stream with another type', '/tasks/task-1:subscribe', { headers: TEXT }],
  ['a new config', CONFIGS, { body: { url: CONFIG.url, taskId: 'x', tenant: 'other' } }],
  ['the configs', `${CONFIGS}?pageSize=5&pageToken=p`],
  ['a config', `${CONFIGS}/a%2Fb:c`],
  ['a deleted config', `${CONFIGS}/config-1`, { method: 'DELETE' }],
  ['a deleted config with another type', `${CONFIGS}/c`, { method: 'DELETE', headers: TEXT }],
  ['nothing', '/nothing?x=1'],
  ['another method', '/tasks', { method: 'PUT' }],
  ['what is allowed', CONFIGS, { method: 'OPTIONS' }],
  ['another version', '/tasks', { headers: { 'A2A-Version': '2.0' } }],
];

/** Describes the answer to a request, and what the request handler was asked, as lines of text. */
async function describeAnswer(path: string, options: CallOptions): Promise<string> {
  const asked: unknown[] = [];
  await using door = await openRestDoor(createWillingHandler(asked));
  const response = await call(door, path, options);
  const headers = [...response.headers].filter(([name]) => !CONNECTION.test(name));
  return [
    ...asked.map((question) => `asks ${JSON.stringify(question)}`),
    `${response.status} ${headers.map((header) => header.join(': ')).join(' | ')}`,
    (await response.text()).trim(),
  ].join('\n  ');
}

const CONNECTION = /^(?:date|connection|keep-alive)$/u;

test('REST answers each request as it always has', async () => {
  const answers: string[] = [];
  for (const [name, path, options = {}] of REQUESTS) {
    answers.push(`${name}\n  ${path}\n  ${await describeAnswer(path, options)}\n`);
  }
  await expect(answers.join('\n')).toMatchFileSnapshot('./testing/rest-answers.txt');
});
