import { isRecord } from '@formwork/schema/internal';
import type { StandardSchemaV1 } from '@modelcontextprotocol/server';

/** Which task a request is about. */
interface TaskParams {
  readonly taskId: string;
}

/** Longest handle that is looked at, in characters. */
const MAX_LENGTH = 8192;

/** Said by hand: to compile a schema of so little is a good part of the start of a bridge. */
export const TASK_PARAMS: StandardSchemaV1<TaskParams> = {
  '~standard': {
    version: 1,
    vendor: 'formwork',
    validate(value) {
      const params = isRecord(value) ? value : {};
      const { taskId } = params;
      if (typeof taskId === 'string' && taskId.length <= MAX_LENGTH) {
        return { value: { ...params, taskId } };
      }
      const message = `must be a string of at most ${MAX_LENGTH} characters`;
      return { issues: [{ message, path: ['taskId'] }] };
    },
  },
};
