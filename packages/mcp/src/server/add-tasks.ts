import { toRecord } from '@formwork/schema/json';
import type { Server, ServerContext, StandardSchemaV1 } from '@modelcontextprotocol/server';
import type { CallContext } from '../calls/call-context.ts';
import type { HostTasks } from '../calls/host-tasks.ts';

/** The highest number of characters of a handle in a request; longer ones are refused unread. */
const MAX_LENGTH = 8192;

/**
 * The schema of the requests about tasks, written by hand because compiling one would noticeably
 * slow the start of a bridge.
 */
const TASK_PARAMS: StandardSchemaV1<{
  readonly taskId: string;
}> = {
  '~standard': {
    version: 1,
    vendor: 'formwork',
    validate(value) {
      const params = toRecord(value);
      const { taskId } = params;
      if (typeof taskId === 'string' && taskId.length <= MAX_LENGTH) {
        return { value: { ...params, taskId } };
      }
      const message = `must be a string of at most ${MAX_LENGTH} characters`;
      return { issues: [{ message, path: ['taskId'] }] };
    },
  },
};

/** Adds to a server the requests for tasks of MCP, which exist since 2026-07-28. */
export function addTasks(
  server: Server,
  {
    tasks,
    toContext,
  }: {
    readonly tasks: HostTasks;
    readonly toContext: (context: ServerContext) => CallContext;
  },
): void {
  for (const act of ['get', 'update', 'cancel'] as const) {
    server.setRequestHandler(`tasks/${act}`, { params: TASK_PARAMS }, async (params, request) => {
      const brought: unknown = Reflect.get(params, 'inputResponses');
      const context = toContext(request);
      const responses = context.inputResponses ?? (brought as CallContext['inputResponses']);
      return tasks[act](params.taskId, { ...context, inputResponses: responses });
    });
  }
}
