import { isRecord, parsePointer, resolvePointer } from '@formwork/core';
import { toWords, type JsonSchema, type Messages, type Problem } from '@formwork/react';

/** What a problem is told with. */
interface DescribeProblemOptions {
  readonly schema: JsonSchema;
  readonly messages: Messages;
}

/** A problem as a sentence that calls its field what the form calls it. */
export function describeProblem(problem: Problem, options: DescribeProblemOptions): string {
  const { schema, messages } = options;
  const label = toFieldLabel(problem.pointer, options);
  return messages.problem(label === '' ? (toTitle(schema) ?? messages.json) : label, problem);
}

/** Titles on the way to a field, or the words of names where there are none; rows by their number. */
function toFieldLabel(pointer: string, { schema, messages }: DescribeProblemOptions): string {
  const labels: string[] = [];
  let place: unknown = schema;
  for (const segment of parsePointer(pointer)) {
    const { properties, items } = follow(place, schema);
    if (isRecord(properties) && Object.hasOwn(properties, segment)) {
      place = properties[segment];
      labels.push(toTitle(follow(place, schema)) ?? toWords(segment));
    } else if (/^\d+$/u.test(segment)) {
      place = items;
      labels.push(messages.rowLabel(labels.pop() ?? '', Number(segment) + 1).trim());
    } else {
      place = undefined;
      labels.push(toWords(segment));
    }
  }
  return labels.slice(-3).join(': ');
}

function toTitle(schema: JsonSchema): string | undefined {
  const { title } = schema;
  return typeof title === 'string' && title !== '' ? title : undefined;
}

/** The schema itself, or what its local reference leads to. */
function follow(place: unknown, root: JsonSchema): JsonSchema {
  if (!isRecord(place)) return {};
  const reference = place['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#')) return place;
  const target = resolvePointer(root, reference.slice(1));
  return isRecord(target) ? { ...target, ...place } : place;
}
