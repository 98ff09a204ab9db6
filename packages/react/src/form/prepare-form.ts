import type { Json, JsonSchema, SchemaIssue } from '@formwork/schema';
import { isRecord, isTooDeep } from '@formwork/schema/json';
import { useEffect, useMemo, useState } from 'react';
import { MAX_NAME } from '../form-schema/convert-object.ts';
import { countRenderedFields } from '../form-schema/count-rendered-fields.ts';
import { createFormData } from '../form-schema/create-form-data.ts';
import { escapeNames, unescapeNames } from '../form-schema/escape-names.ts';
import { type FormLimits, toFormLimits } from '../form-schema/form-limits.ts';
import type { Section } from '../form-schema/section.ts';
import { toChoiceTime } from '../form-schema/to-choice-time.ts';
import { refuse, toFormSchema } from '../form-schema/to-form-schema.ts';
import type { Messages } from '../messages/messages.ts';
import { createLazyValidator, type LazyValidator } from '../validation/create-lazy-validator.ts';
import { toFolded, toSections } from './to-sections.ts';

/**
 * The possible numbers of rows on a page of a list; the first that keeps the form within its limits
 * is chosen.
 */
const PAGE_SIZES = [50, 20, 5];

/** Options of {@link prepareForm}: the schema, the texts and the limits of a form. */
interface FormSource {
  readonly schema: JsonSchema | boolean;
  readonly messages: Messages;
  readonly limits: Partial<FormLimits> | undefined;
}

/** A form that is ready to be drawn, or the reason why it cannot be drawn. */
type PreparedForm =
  | {
      readonly kind: 'drawable';
      readonly schema: JsonSchema;
      readonly validator: LazyValidator;
      /** The number of fields and groups that are shown at once. */
      readonly visible: number;
    }
  | { readonly kind: 'refused'; readonly issue: SchemaIssue };

/** A form for a schema and the data that it begins with. */
export interface FormPlan {
  readonly form: PreparedForm;
  readonly start: unknown;
  readonly fitted: FittedData;
  readonly sections: readonly Section[];
  readonly folded: readonly Section[];
  /** When the alternatives of the form are chosen: before it is drawn, later, or never. */
  readonly choiceTime: ReturnType<typeof toChoiceTime>;
  /** True once the form can check values. */
  readonly isReady: boolean;
}

/** Prepares a form once for its schema, and once for the data that it begins with. */
export function useFormPlan(
  { schema, messages, limits }: FormSource,
  initialData: Json | undefined,
): FormPlan {
  const form = useMemo(() => prepareForm({ schema, messages, limits }), [schema, messages, limits]);
  const start = useMemo(() => toStart(form, initialData), [form, initialData]);
  const fitted = useMemo(() => fitData(form, start, limits), [form, start, limits]);
  const choiceTime = useMemo(
    () => (form.kind === 'drawable' ? toChoiceTime(form.schema, initialData) : 'never'),
    [form, initialData],
  );
  const sections = useMemo(
    () => (form.kind === 'drawable' ? toSections(form.schema, messages) : []),
    [form, messages],
  );
  const folded = useMemo(
    () => (form.kind === 'drawable' ? toFolded(form.schema, sections, form.visible) : []),
    [form, sections],
  );
  const isReady = useReady(form.kind === 'drawable' ? form.validator : undefined);
  return { form, start, fitted, sections, folded, choiceTime, isReady };
}

/** Loads the validator after the form is drawn first; returns true once it can check values. */
function useReady(validator: LazyValidator | undefined): boolean {
  const [, setCount] = useState(0);
  const isReady = validator === undefined || validator.isReady();
  useEffect(() => {
    if (validator === undefined || isReady) return undefined;
    const effect = new AbortController();
    const follow = async (): Promise<void> => {
      await validator.load();
      if (!effect.signal.aborted) setCount((count) => count + 1);
    };
    void follow();
    return () => {
      effect.abort();
    };
  }, [validator, isReady]);
  return isReady;
}

/** Prepares the form for a schema; returns the reason if the schema exceeds the limits. */
function prepareForm({ schema, messages, limits }: FormSource): PreparedForm {
  const outcome = toFormSchema(schema, {
    typeNames: messages.typeNames,
    limits: toFormLimits(limits),
  });
  if (outcome.kind === 'refused') return outcome;
  const validator = createLazyValidator(schema, outcome.schema);
  const { visible } = outcome.count;
  return { kind: 'drawable', schema: outcome.schema, validator, visible };
}

/**
 * Returns the data that a form begins with, under their names within the form library: the given
 * ones, or the defaults of its schema.
 */
function toStart(form: PreparedForm, data: Json | undefined): unknown {
  if (data !== undefined || form.kind === 'refused') return escapeNames(data);
  return createFormData(form.schema, form.schema);
}

/**
 * The number of rows on a page of a list that keeps the form within its limits, or the reason why
 * the data cannot be drawn.
 */
type FittedData =
  | { readonly kind: 'drawable'; readonly pageSize: number }
  | { readonly kind: 'refused'; readonly issue: SchemaIssue };

/**
 * Chooses how many rows a page of a list shows, so that the form with the data that it begins with
 * stays within the limits: given data and the defaults of an agent alike.
 */
function fitData(
  form: PreparedForm,
  start: unknown,
  limits: Partial<FormLimits> | undefined,
): FittedData {
  if (form.kind === 'refused') return form;
  const data = unescapeNames(start);
  const all = toFormLimits(limits);
  const { drawn: limit } = all;
  const beyond = findDataLimit(data, all);
  if (beyond !== undefined)
    return refuse('form-data-too-large', beyond.what, [beyond.most, beyond.most + 1]);
  let count = 0;
  for (const pageSize of PAGE_SIZES) {
    count = countRenderedFields(form.schema, data, { pageSize, limit });
    if (count <= limit) return { kind: 'drawable', pageSize };
  }
  return refuse('form-data-too-large', 'fields for the data', [limit, count]);
}

/** A limit of forms that the given data exceed. */
interface DataLimit {
  readonly what: string;
  readonly most: number;
}

/**
 * Finds the first limit that data exceed; `undefined` if they exceed none. Values that are not
 * drawn count as well, because the form library copies all data with every key press.
 */
export function findDataLimit(data: unknown, limits: FormLimits): DataLimit | undefined {
  if (isTooDeep(data, limits.levels)) return { what: 'levels of data', most: limits.levels };
  return new DataMeter(limits).look(data);
}

/** Counts the values of data until they exceed a limit. */
class DataMeter {
  readonly #limits: FormLimits;
  #values = 0;

  constructor(limits: FormLimits) {
    this.#limits = limits;
  }

  look(value: unknown): DataLimit | undefined {
    this.#values += 1;
    const { values: most } = this.#limits;
    if (this.#values > most) return { what: 'values in the data', most };
    if (Array.isArray(value)) {
      for (const item of value) {
        const beyond = this.look(item);
        if (beyond !== undefined) return beyond;
      }
    } else if (isRecord(value)) return this.#lookAtGroup(value);
    return undefined;
  }

  #lookAtGroup(group: Readonly<Record<string, unknown>>): DataLimit | undefined {
    let names = 0;
    for (const name in group) {
      names += 1;
      if (names > this.#limits.names) {
        return { what: 'names in one group of the data', most: this.#limits.names };
      }
      if (name.length > MAX_NAME) {
        return { what: 'characters in names of the data', most: MAX_NAME };
      }
      const beyond = this.look(group[name]);
      if (beyond !== undefined) return beyond;
    }
    return undefined;
  }
}
