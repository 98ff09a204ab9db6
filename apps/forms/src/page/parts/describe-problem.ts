import type { JsonSchema, Messages, Problem } from '@formwork/react';
import { parsePointer } from '@formwork/schema/json';
import { toFieldLabel, toPropertySchema } from './to-field-label.ts';

/** The schema and texts by which a problem is put into words. */
interface DescribeProblemOptions {
  readonly schema: JsonSchema;
  readonly messages: Messages;
}

/** Describes a problem in a sentence that names its field by the label in the form. */
export function describeProblem(problem: Problem, options: DescribeProblemOptions): string {
  const { schema, messages } = options;
  const { title } = schema;
  const whole = typeof title === 'string' && title !== '' ? title : messages.json;
  return messages.problem(toPlaceLabel(problem.pointer, options) || whole, problem);
}

/**
 * Makes the label of a field from the titles (or names in words) of the last three fields on its
 * path; rows have numbers.
 */
function toPlaceLabel(pointer: string, { schema, messages }: DescribeProblemOptions): string {
  const labels: string[] = [];
  let subschema: unknown = schema;
  for (const segment of parsePointer(pointer)) {
    const group = subschema;
    subschema = toPropertySchema(group, segment, schema);
    const isRow = /^\d+$/u.test(segment);
    labels.push(
      isRow
        ? messages.rowLabel(labels.pop() ?? '', Number(segment) + 1).trim()
        : toFieldLabel(group, segment, schema),
    );
  }
  return labels.slice(-3).join(': ');
}
