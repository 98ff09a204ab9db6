import {
  eachStatus,
  messageOf,
  partsOf,
  reasonOf,
  taskOf,
  toError,
  toResult,
} from './fault-parts.ts';
import type { PlantedFault } from './faulty-agent.ts';

/** Faults of messages and tasks. */
export const TASK_FAULTS: readonly PlantedFault[] = [
  {
    name: 'SendMessage answers before the task has ended',
    isAlone: true,
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
    isAlone: true,
    limitMs: 4_000,
    rules: ['message.blocking', 'stream.end'],
    answer: (answer) => {
      eachStatus(answer, (status) => {
        if (status.state === 'TASK_STATE_COMPLETED') status.state = 'TASK_STATE_WORKING';
      });
    },
  },
  {
    name: 'an answer is neither a task nor a message',
    isAlone: true,
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
    isAlone: true,
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
    isAlone: true,
    rules: ['task.history'],
    ask: ({ operation, body }) => {
      if (operation === 'GetTask') delete body.params.historyLength;
    },
  },
  {
    name: 'an id that no task has is answered with a task',
    isAlone: true,
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
