import type { Json, JsonSchema, Problem } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import type { Messages } from '../messages/messages.ts';
import { describeProblem } from '../result/describe-problems.ts';
import { createSchemaReader } from '../result/schema/create-schema-reader.ts';

/** The maximum number of problems for which sentences are made. */
const MAX_PROBLEMS = 20;

/** Describes the problems of a value in sentences that name fields by their labels in the form. */
export function toProblemSentences(
  problems: readonly Problem[],
  {
    data,
    schema = {},
    messages,
  }: {
    readonly data: Json;
    /** The schema of the value; absent if it is not known. */
    readonly schema: JsonSchema | undefined;
    readonly messages: Messages;
  },
): readonly string[] {
  const reader = createSchemaReader(schema);
  const read = reader.read(schema, data);
  const title = read['title'];
  const label = typeof title === 'string' ? title : messages.task.message;
  const value = isRecord(data) || Array.isArray(data) ? data : {};
  const root = { value, schema: read, pointer: '', name: '', label, depth: 0 };
  return problems
    .slice(0, MAX_PROBLEMS)
    .map((problem) => describeProblem(problem, { reader, root, messages, isEntered: true }));
}
