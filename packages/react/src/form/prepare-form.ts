import type { Json, JsonSchema, SchemaIssue } from '@formwork/schema';
import { countDrawn } from '../form-schema/count-drawn.ts';
import { findDataLimit } from './find-data-limit.ts';
import { toFormLimits, type FormLimits } from '../form-schema/form-limits.ts';
import { refuse, toFormSchema } from '../form-schema/to-form-schema.ts';
import type { Messages } from '../messages/messages.ts';
import { createLateValidator, type LateValidator } from '../validation/create-late-validator.ts';

/** Rows that a page of a list may have: the first that keeps the form within its limit. */
const PAGE_SIZES = [50, 20, 5];

/** What {@link prepareForm} makes a form of. */
interface FormSource {
  readonly schema: JsonSchema | boolean;
  readonly messages: Messages;
  readonly limits: Partial<FormLimits> | undefined;
}

/** A form before it is drawn. */
export type PreparedForm =
  | { readonly kind: 'drawable'; readonly schema: JsonSchema; readonly validator: LateValidator }
  | { readonly kind: 'refused'; readonly issue: SchemaIssue };

/** What is drawn for a schema, if that is within the limits. */
export function prepareForm({ schema, messages, limits }: FormSource): PreparedForm {
  const outcome = toFormSchema(schema, {
    typeNames: messages.typeNames,
    limits: toFormLimits(limits),
  });
  if (outcome.kind === 'refused') return outcome;
  const validator = createLateValidator(schema, outcome.schema);
  return { kind: 'drawable', schema: outcome.schema, validator };
}

/** Rows of a list that stand there at once, or why the data cannot be drawn. */
export type FittedData =
  | { readonly kind: 'drawable'; readonly pageSize: number }
  | { readonly kind: 'refused'; readonly issue: SchemaIssue };

/** Makes the data that a form begins with fit into its limit. */
export function fitData(
  form: PreparedForm,
  data: Json | undefined,
  limits: Partial<FormLimits> | undefined,
): FittedData {
  if (form.kind === 'refused') return form;
  const all = toFormLimits(limits);
  const { drawn: limit } = all;
  const beyond = findDataLimit(data, all);
  if (beyond !== undefined)
    return refuse('form-data-too-large', beyond.what, [beyond.most, beyond.most + 1]);
  let count = 0;
  for (const pageSize of PAGE_SIZES) {
    count = countDrawn(form.schema, data, { pageSize, limit });
    if (count <= limit) return { kind: 'drawable', pageSize };
  }
  return refuse('form-data-too-large', 'fields for the data', [limit, count]);
}
