import { eachStatus, reasonOf, taskOf, toError, toResult } from './fault-parts.ts';
import type { Loose, PlantedFault } from './faulty-agent.ts';

/** The last part of a path or method that opens a stream. */
const isStream = (operation: string): boolean => /Stream|:stream|stream$/u.test(operation);

/** The update in an event of a stream over JSON-RPC 1.0. */
const updateOf = (event: Loose): Loose => event.result.statusUpdate ?? event.result.artifactUpdate;

/** Faults of streams. */
export const STREAM_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a stream has the content type of JSON',
    isAlone: true,
    rules: ['stream.content-type'],
    answer: (answer, { operation }) => {
      if (isStream(operation) && answer.events) answer.type = 'text/plain';
    },
  },
  {
    name: 'a stream does not begin with the task',
    rules: ['stream.first'],
    answer: (answer, { operation }) => {
      if (!isStream(operation)) return;
      const { id, contextId, status } = answer.events?.[0].result.task ?? {};
      const statusUpdate = { taskId: id, contextId, status };
      if (answer.events) answer.events[0].result = { statusUpdate };
    },
  },
  {
    name: 'a stream has an event of no kind',
    rules: ['stream.events'],
    answer: (answer, { operation }) => {
      if (!isStream(operation)) return;
      answer.events?.splice(1, 0, { ...answer.events[0], result: { ping: {} } });
    },
  },
  {
    name: 'the ids change between the events',
    isAlone: true,
    rules: ['stream.ids'],
    answer: (answer, { operation }) => {
      if (isStream(operation) && answer.events) updateOf(answer.events[1]).taskId = 'other';
    },
  },
  {
    name: 'a stream ends without the last state',
    isAlone: true,
    rules: ['stream.end'],
    answer: (answer, { operation }) => {
      if (isStream(operation)) answer.events?.pop();
    },
  },
  {
    name: 'a stream of A2A 0.3 has no final event',
    doors: ['legacy'],
    rules: ['stream.end'],
    answer: ({ events = [] }) => {
      for (const event of events) event.result.final &&= false;
    },
  },
  {
    name: 'events follow the last state',
    rules: ['stream.after-end'],
    answer: ({ events = [] }) => {
      const update = events.find((event) => event.result.artifactUpdate !== undefined);
      if (update !== undefined) events.push(update);
    },
  },
  {
    name: 'GetTask does not know what the stream said',
    rules: ['stream.agrees'],
    answer: ({ events = [] }) => {
      eachStatus(events, (status) => {
        if (status.state === 'TASK_STATE_COMPLETED') status.state = 'TASK_STATE_FAILED';
      });
    },
  },
  {
    name: 'a subscription to a task that has ended is opened',
    rules: ['subscribe.ended'],
    answer: (answer, request) => {
      if (reasonOf(answer) !== 'UNSUPPORTED_OPERATION' || request.operation !== 'SubscribeToTask')
        return;
      const task = { id: request.body.params.id, status: { state: 'TASK_STATE_COMPLETED' } };
      const events = [{ jsonrpc: '2.0', id: request.body.id, result: { task } }];
      Object.assign(answer, { status: 200, type: 'text/event-stream', events, body: undefined });
    },
  },
  {
    name: 'an agent that does not stream streams',
    isAlone: true,
    calls: true,
    rules: ['stream.unsupported'],
    card: (card) => {
      card.capabilities.streaming = false;
    },
  },
];

/** Faults of doors: versions, errors, and the forms of the bindings. */
export const BINDING_FAULTS: readonly PlantedFault[] = [
  {
    name: 'an unsupported version is taken',
    isAlone: true,
    rules: ['version.unsupported'],
    ask: ({ headers }) => {
      if (headers['a2a-version'] === '99.0') headers['a2a-version'] = '1.0';
    },
  },
  {
    name: 'a request without a version is one of 1.0',
    rules: ['version.missing'],
    ask: ({ headers }) => {
      headers['a2a-version'] ??= '1.0';
    },
  },
  {
    name: 'push notifications are taken and not supported',
    isAlone: true,
    rules: ['push.unsupported'],
    ask: (request) =>
      request.operation === 'ListTaskPushNotificationConfigs'
        ? toResult(request, { configs: [] })
        : undefined,
  },
  {
    name: 'the extended card is served and not offered',
    rules: ['extended-card.unsupported'],
    ask: (request) =>
      request.operation === 'GetExtendedAgentCard' ? toResult(request, { name: 'A' }) : undefined,
  },
  {
    name: 'a body that is not JSON is an internal error',
    rules: ['rpc.parse-error'],
    ask: (request) =>
      typeof request.body === 'string' ? toError(request, -32_603, 'Oops') : undefined,
  },
  {
    name: 'a method that does not exist is an internal error',
    rules: ['rpc.unknown-method'],
    ask: (request) =>
      request.operation.startsWith('conformance/') ? toError(request, -32_603, 'Oops') : undefined,
  },
  {
    name: 'an error has a code of its own',
    isAlone: true,
    rules: ['error.code'],
    answer: (answer) => {
      if (reasonOf(answer) === 'TASK_NOT_FOUND') answer.body.error.code = -32_000;
    },
  },
  {
    name: 'an error of A2A 0.3 has a code of its own',
    doors: ['legacy'],
    rules: ['task.unknown'],
    answer: (answer, { operation }) => {
      if (reasonOf(answer) === 'TASK_NOT_FOUND' && operation === 'tasks/get') {
        answer.body.error = { code: -32_000, message: 'Gone.' };
      }
    },
  },
  {
    name: 'errors have no reason',
    rules: ['error.reason'],
    answer: (answer) => {
      if (reasonOf(answer) === 'TASK_NOT_FOUND') delete answer.body.error.data;
    },
  },
  {
    name: 'an error over REST has the wrong status',
    doors: ['rest'],
    rules: ['error.code'],
    answer: (answer) => {
      if (reasonOf(answer) !== 'TASK_NOT_FOUND') return;
      answer.status = 422;
      answer.body.error.code = 422;
    },
  },
  {
    name: 'an error over REST has another form',
    doors: ['rest'],
    rules: ['rest.error-form'],
    answer: (answer) => {
      if (reasonOf(answer) === 'TASK_NOT_FOUND') delete answer.body.error.status;
    },
  },
  {
    name: 'an unknown path over REST is answered',
    doors: ['rest'],
    rules: ['rest.unknown-path'],
    answer: (answer, { operation }) => {
      if (operation === 'GET /a2a/rest/no-such-path') answer.status = 200;
    },
  },
  {
    name: 'an answer over REST is plain JSON',
    doors: ['rest'],
    rules: ['rest.media-type'],
    answer: (answer) => {
      if (answer.body !== undefined) answer.type = 'application/json';
    },
  },
  {
    name: 'the content type is wrong',
    isAlone: true,
    rules: ['http.content-type'],
    answer: (answer) => {
      if (answer.body !== undefined) answer.type = 'text/plain';
    },
  },
  {
    name: 'a response has another id',
    rules: ['rpc.envelope'],
    answer: ({ body }, { operation }) => {
      if (operation === 'GetTask') body.id = 'other';
    },
  },
  {
    name: 'an answer is a page of HTML',
    isAlone: true,
    rules: ['door.answers'],
    answer: (answer, { operation }) => {
      if (operation === 'ListTasks') answer.body = '<html>';
    },
  },
  {
    name: 'another door does not know the task',
    doors: ['rpc', 'rest'],
    rules: ['task.shared'],
    ask: (request) => {
      const id = /^GET \/a2a\/rest\/tasks\/([\w-]+)$/u.exec(request.operation)?.[1];
      if (id === undefined || !rpcTasks.has(id)) return;
      request.path = request.path.replace(id, crypto.randomUUID());
    },
    answer: (answer, { operation }) => {
      if (operation === 'SendMessage') rpcTasks.add(taskOf(answer)?.id);
    },
  },
];

/** The tasks that began over JSON-RPC. */
const rpcTasks = new Set<string>();
