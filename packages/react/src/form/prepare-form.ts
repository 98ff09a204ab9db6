import type { Json, JsonSchema, SchemaIssue } from '@formwork/core';
import { countDrawn } from '../form-schema/count-drawn.ts';
import { toFormLimits, type FormLimits } from '../form-schema/form-limits.ts';
import { refuse, toFormSchema } from '../form-schema/to-form-schema.ts';
import type { Messages } from '../messages/messages.ts';
import { createFormValidator, type FormValidator } from '../validation/create-form-validator.ts';

/** Rows that a page of a list may have: the first that keeps the form within its limit. */
const PAGE_SIZES = [50, 20, 5];

/** What {@link prepareForm} makes a form of. */
interface FormSource {
  readonly schema: JsonSchema | boolean;
  readonly data: Json | undefined;
  readonly messages: Messages;
  readonly limits: Partial<FormLimits> | undefined;
}

/** A form before it is drawn. */
export type PreparedForm =
  | {
      readonly kind: 'drawable';
      readonly schema: JsonSchema;
      readonly validator: FormValidator;
      readonly pageSize: number;
    }
  | { readonly kind: 'refused'; readonly issue: SchemaIssue };

/** What is drawn for a schema and the data to begin with, if that is within the limits. */
export function prepareForm({ schema, data, messages, limits: given }: FormSource): PreparedForm {
  const limits = toFormLimits(given);
  const outcome = toFormSchema(schema, { typeNames: messages.typeNames, limits });
  if (outcome.kind === 'refused') return outcome;
  const limit = limits.drawn;
  const counts = PAGE_SIZES.map((pageSize) =>
    countDrawn(outcome.schema, data, { pageSize, limit }),
  );
  const pageSize = PAGE_SIZES.find((_size, at) => (counts[at] ?? 0) <= limit);
  if (pageSize === undefined) {
    return refuse('form-data-too-large', 'fields for the data', [limit, counts.at(-1) ?? 0]);
  }
  const validator = createFormValidator(schema, outcome.schema);
  return { kind: 'drawable', schema: outcome.schema, validator, pageSize };
}
