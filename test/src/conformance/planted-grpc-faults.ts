import { TaskState } from '@a2a-js/sdk';
import { status as Code } from '@grpc/grpc-js';
import type { GrpcFault } from './faulty-grpc-agent.ts';

/** Faults of a gRPC door. */
export const GRPC_FAULTS: readonly GrpcFault[] = [
  { name: 'no fault', rules: [] },
  {
    name: 'an id that no task has is answered with a task',
    rules: ['task.unknown'],
    fail: ({ code }, { method, request }) => {
      const status = { state: TaskState.TASK_STATE_SUBMITTED };
      const isUnknown = method === 'getTask' && code === Code.NOT_FOUND;
      return isUnknown ? { id: request.id, status, artifacts: [], history: [] } : undefined;
    },
  },
  {
    name: 'an error has the wrong status',
    rules: ['error.code'],
    fail: (error) => {
      if (error.code === Code.NOT_FOUND) error.code = Code.UNKNOWN;
    },
  },
  {
    name: 'errors have no details',
    rules: ['error.reason'],
    fail: (error) => {
      if (error.code === Code.NOT_FOUND) error.metadata.remove('grpc-status-details-bin');
    },
  },
  {
    name: 'an unsupported version is taken',
    rules: ['version.unsupported'],
    ask: (metadata) => {
      if (metadata.get('a2a-version')[0] === '99.0') metadata.set('a2a-version', '1.0');
    },
  },
  {
    name: 'the ids change between the events',
    rules: ['stream.ids'],
    events: (events) => {
      events[1].payload.value.taskId = 'other';
    },
  },
  {
    name: 'a stream ends without the last state',
    rules: ['stream.end'],
    events: (events) => events.pop(),
  },
];
