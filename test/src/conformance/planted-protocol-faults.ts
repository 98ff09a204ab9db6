import {
  eachStatus,
  messageOf,
  partsOf,
  reasonOf,
  taskOf,
  toError,
  toResult,
} from './fault-parts.ts';
import type { Loose, PlantedFault } from './faulty-agent.ts';

/** The last part of a path or method that opens a stream. */
const isStream = (operation: string): boolean => /Stream|:stream|stream$/u.test(operation);

/** The update in an event of a stream over JSON-RPC 1.0. */
const updateOf = (event: Loose): Loose => event.result.statusUpdate ?? event.result.artifactUpdate;

/** Faults of messages and tasks. */
export const TASK_FAULTS: readonly PlantedFault[] = [
  {
    name: 'SendMessage answers before the task has ended',
    rules: ['message.blocking'],
    answer: (answer, { operation }) => {
      if (operation === 'SendMessage') {
        eachStatus(answer.body, (status) => {
          if (status.state === 'TASK_STATE_COMPLETED') status.state = 'TASK_STATE_WORKING';
        });
      }
    },
  },
  {
    name: 'no task ever ends',
    rules: ['message.blocking', 'stream.end'],
    answer: (answer) => {
      eachStatus(answer, (status) => {
        if (status.state === 'TASK_STATE_COMPLETED') status.state = 'TASK_STATE_WORKING';
      });
    },
  },
  {
    name: 'an answer is neither a task nor a message',
    rules: ['message.answer'],
    answer: (answer, request) => {
      const isText = partsOf(request)[0]?.text !== undefined;
      if (request.operation !== 'SendMessage' || isText || answer.body.error) return;
      answer.body.result = { reply: answer.body.result };
    },
  },
  {
    name: 'a task has no status of the right form',
    rules: ['message.form'],
    answer: (answer, { operation }) => {
      const task = operation === 'SendMessage' ? taskOf(answer) : undefined;
      if (task?.artifacts !== undefined) delete task.artifacts[0].artifactId;
    },
  },
  {
    name: 'the context of a message is lost',
    rules: ['message.context'],
    answer: (answer, request) => {
      const { taskId, contextId } = messageOf(request) ?? {};
      const task = taskOf(answer);
      if (contextId === undefined || taskId !== undefined || task === undefined) return;
      task.contextId = crypto.randomUUID();
    },
  },
  {
    name: 'a message to a task that does not exist is taken',
    rules: ['message.unknown-task'],
    answer: (answer, request) => {
      if (reasonOf(answer) !== 'TASK_NOT_FOUND' || request.operation !== 'SendMessage') return;
      const message = {
        messageId: 'm',
        contextId: 'c',
        role: 'ROLE_AGENT',
        parts: [{ text: 'Hi' }],
      };
      Object.assign(answer, toResult(request, { message }));
    },
  },
  {
    name: 'a message to a task that has ended is taken',
    rules: ['message.ended-task'],
    answer: (answer, request) => {
      if (reasonOf(answer) !== 'UNSUPPORTED_OPERATION' || request.operation !== 'SendMessage')
        return;
      if (partsOf(request)[0]?.text === undefined) return;
      const message = {
        messageId: 'm',
        contextId: 'c',
        role: 'ROLE_AGENT',
        parts: [{ text: 'Hi' }],
      };
      Object.assign(answer, toResult(request, { message }));
    },
  },
  {
    name: 'a message of another context is taken',
    asks: true,
    rules: ['message.other-context'],
    ask: (request) => {
      const { taskId, contextId } = messageOf(request) ?? {};
      const isAnswer = messageOf(request)?.metadata !== undefined;
      if (taskId === undefined || contextId === undefined || isAnswer) return undefined;
      const message = { messageId: 'm', contextId, role: 'ROLE_AGENT', parts: [{ text: 'Hi' }] };
      return toResult(request, { message });
    },
  },
  {
    name: 'SendMessage ignores historyLength',
    rules: ['message.history'],
    ask: ({ body }) => {
      delete body?.params?.configuration;
    },
  },
  {
    name: 'a request without a message is an internal error',
    rules: ['message.missing'],
    answer: (answer, request) => {
      if (request.operation !== 'SendMessage' || messageOf(request) !== undefined) return;
      Object.assign(answer, toError(request, -32_603, 'Cannot read properties of undefined'));
    },
  },
  {
    name: 'GetTask answers another context',
    rules: ['task.get'],
    answer: (answer, { operation }) => {
      if (operation === 'GetTask' && taskOf(answer)) taskOf(answer).contextId = 'other';
    },
  },
  {
    name: 'GetTask ignores historyLength',
    rules: ['task.history'],
    ask: ({ operation, body }) => {
      if (operation === 'GetTask') delete body.params.historyLength;
    },
  },
  {
    name: 'an id that no task has is answered with a task',
    rules: ['task.unknown'],
    answer: (answer, request) => {
      if (reasonOf(answer) !== 'TASK_NOT_FOUND' || request.operation !== 'GetTask') return;
      const status = { state: 'TASK_STATE_SUBMITTED' };
      Object.assign(answer, toResult(request, { id: request.body.params.id, status }));
    },
  },
  {
    name: 'a task that has ended is canceled',
    rules: ['task.cancel-ended'],
    answer: (answer, request) => {
      if (reasonOf(answer) !== 'TASK_NOT_CANCELABLE') return;
      const status = { state: 'TASK_STATE_CANCELED' };
      Object.assign(answer, toResult(request, { id: request.body.params.id, status }));
    },
  },
  {
    name: 'CancelTask leaves a waiting task as it is',
    asks: true,
    rules: ['cancel.waiting'],
    ask: (request) => {
      if (request.operation === 'CancelTask') request.body.method = 'GetTask';
    },
    // Unknown and ended tasks are still refused.
    answer: (answer, request) => {
      if (
        request.operation !== 'CancelTask' ||
        taskOf(answer)?.status.state !== 'TASK_STATE_COMPLETED'
      )
        return;
      const data = [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'TASK_NOT_CANCELABLE',
          domain: 'a2a-protocol.org',
        },
      ];
      answer.body.error = { code: -32_002, message: 'It has ended.', data };
      delete answer.body.result;
    },
  },
  {
    name: 'a list has no token of the next page',
    rules: ['list.form'],
    answer: ({ body }, { operation }) => {
      if (operation === 'ListTasks') delete body.result.nextPageToken;
    },
  },
  {
    name: 'a list ignores the context',
    rules: ['list.context'],
    ask: ({ operation, body }) => {
      if (operation === 'ListTasks') delete body.params.contextId;
    },
  },
  {
    name: 'a list has artifacts',
    rules: ['list.artifacts'],
    ask: ({ operation, body }) => {
      if (operation === 'ListTasks') body.params.includeArtifacts = true;
    },
  },
  {
    name: 'a list ignores pageSize',
    rules: ['list.page'],
    ask: ({ operation, body }) => {
      if (operation === 'ListTasks') delete body.params.pageSize;
    },
  },
];

/** Faults of streams. */
export const STREAM_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a stream has the content type of JSON',
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
    rules: ['stream.ids'],
    answer: (answer, { operation }) => {
      if (isStream(operation) && answer.events) updateOf(answer.events[1]).taskId = 'other';
    },
  },
  {
    name: 'a stream ends without the last state',
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
