import type { StreamResponse } from '@a2a-js/sdk';
import type { ServerCallContext } from '@a2a-js/sdk/server';
import {
  findGeneration,
  keepRequestedGeneration,
  listNotedGenerations,
} from '@formwork/runtime/internal';
import { isRecord } from '@formwork/schema/json';
import type { Fields } from './request-shape.ts';

// The SDK's codecs know A2A 1.0, so the doors read and write what the draft of 1.1 adds.

/** Keeps the generations that the params of a JSON request name, or its query. */
export function keepGenerations(context: ServerCallContext, params: Fields): void {
  const { configuration } = params;
  const fields = isRecord(configuration) ? configuration : {};
  keepRequestedGeneration(context, {
    ifGenerationMatch: fields['ifGenerationMatch'] ?? fields['if_generation_match'],
    currentGeneration: params['currentGeneration'] ?? params['current_generation'],
  });
}

/** Adds the generations of the tasks in an answer: a task, one in `task`, or several in `tasks`. */
export function withGenerations(answer: unknown, context: ServerCallContext): unknown {
  const generations = listNotedGenerations(context);
  if (generations.size === 0 || !isRecord(answer)) return answer;
  const add = (task: unknown): unknown => {
    const number = isRecord(task) ? generations.get(String(task['id'])) : undefined;
    return number === undefined ? task : { ...(task as Fields), generation: String(number) };
  };
  const { task, tasks } = answer;
  if (task !== undefined) return { ...answer, task: add(task) };
  return Array.isArray(tasks) ? { ...answer, tasks: tasks.map(add) } : add(answer);
}

/** Adds the generation to an event of a stream: to its task, or to its update. */
export function withGeneration(event: StreamResponse, encoded: unknown): unknown {
  const number = findGeneration(event);
  if (number === undefined || !isRecord(encoded)) return encoded;
  return Object.fromEntries(
    Object.entries(encoded).map(([name, value]) => [
      name,
      isRecord(value) ? { ...value, generation: String(number) } : value,
    ]),
  );
}
