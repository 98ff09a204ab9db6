import { parsePointer } from '@formwork/schema/internal';
import type { Json, JsonSchema } from '@formwork/schema';
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { ID_SEPARATOR, RjsfForm } from '../rjsf.ts';
import { toPartIds } from '../theme/element-ids.ts';
import { FORM_FIELDS, FORM_TEMPLATES, FORM_WIDGETS } from '../theme/form-theme.ts';
import { useFormSettings } from '../theme/form-settings.ts';
import { toLabel } from '../theme/to-label.ts';
import type { LateValidator } from '../validation/create-late-validator.ts';
import { createRjsfValidator, type PlaceDescription } from '../validation/create-rjsf-validator.ts';
import { createFormData } from './create-form-data.ts';
import { escapeNames, unescapeNames } from './escape-names.ts';
import { findDrawn } from './find-drawn.ts';
import type { FormStore } from './form-store.ts';
import type { SkillFormProps } from './skill-form.tsx';
import { usePatternGate } from './use-pattern-gate.ts';

interface DrawnFormProps extends SkillFormProps {
  readonly form: { readonly schema: JsonSchema; readonly validator: LateValidator };
  /** Changes when what is drawn has to be chosen anew. */
  readonly choices: unknown;
  readonly id: string;
  readonly labelledBy: string | undefined;
  /** Is told of every change. */
  readonly store: FormStore;
}

/** Nothing is filled in by the form library: see `createFormData`. */
const NO_DEFAULTS = {
  arrayMinItems: { populate: 'never' },
  emptyObjectFields: 'skipDefaults',
  allOf: 'skipDefaults',
  constAsDefaults: 'never',
} as const;

/** Fields that are named when they could not be checked. */
const MAX_LABELS = 5;

/** The form itself. */
export function DrawnForm(props: DrawnFormProps): ReactNode {
  const { form, choices, initialData, onSubmit, onChange, id, labelledBy, store } = props;
  const { messages, unreadable, title, prefix, origin } = useFormSettings();
  // Fields are drawn again when it changes; the form library takes validators for the same.
  const context = useMemo(() => ({ origin, choices }), [origin, choices]);
  const frame = useRef<HTMLDivElement>(null);
  const { schema, validator } = form;
  const start = useMemo(
    () => escapeNames(initialData === undefined ? createFormData(schema, schema) : initialData),
    [schema, initialData],
  );
  const instance = useRef<RjsfForm>(null);
  const gate = usePatternGate({
    validator,
    readData: () => unescapeNames(instance.current?.state.formData),
  });
  const describe = useCallback(
    (pointer: string): PlaceDescription => {
      const path = parsePointer(pointer);
      const drawn = findDrawn(prefix, path);
      const own = drawn.depth === path.length ? drawn.element : undefined;
      const shown = own === undefined ? null : document.getElementById(toPartIds(own.id).label);
      const given = path.at(-1);
      const label =
        shown?.dataset['fwLabel'] ??
        toLabel({ given, schema: undefined, path: path.map(toSegment) }, messages);
      return { label: label || title, element: drawn.element };
    },
    [messages, prefix, title],
  );
  const rjsfValidator = useMemo(
    () => createRjsfValidator({ validator, readUnreadable: () => unreadable, describe, messages }),
    // Another one makes the form library ask again which alternatives are drawn.
    [validator, unreadable, messages, describe, choices],
  );
  useEffect(() => {
    // Given data are JSON as they are; copying them takes long if they are large.
    store.write({ data: initialData === undefined ? toJson(start) : initialData });
  }, [store, start, initialData]);
  return (
    <div ref={frame} onSubmitCapture={gate.onSubmitCapture}>
      {validator.unchecked !== undefined && <p className="fw-help">{messages.unchecked}</p>}
      <RjsfForm
        ref={instance}
        schema={schema}
        initialFormData={start}
        validator={rjsfValidator}
        id={id}
        idPrefix={prefix}
        idSeparator={ID_SEPARATOR}
        fields={FORM_FIELDS}
        templates={FORM_TEMPLATES}
        widgets={FORM_WIDGETS}
        formContext={context}
        noHtml5Validate
        showErrorList="top"
        readonly={props.readOnly === true}
        {...(labelledBy === undefined ? {} : { 'aria-labelledby': labelledBy })}
        experimental_defaultFormStateBehavior={NO_DEFAULTS}
        onChange={({ formData }) => {
          const data = toJson(formData);
          store.write({ data });
          onChange?.(data);
        }}
        onError={(errors) => {
          store.write({ problems: errors.map(({ schemaPath = '' }) => schemaPath) });
          // The summary is drawn with this change, or was there before.
          setTimeout(() => {
            frame.current?.querySelector<HTMLElement>('[data-fw-summary]')?.focus();
          });
        }}
        onSubmit={({ formData }) => {
          store.write({ problems: [] });
          onSubmit(toJson(formData) ?? null);
        }}
      >
        {/* The button stands outside: it stays where it is when the form gets other data. */}
        {validator.unchecked === undefined && props.readOnly !== true ? (
          <div className="fw-help" role="status" data-fw-unchecked="">
            {gate.unchecked !== undefined &&
              messages.uncheckedFields(toList(gate.unchecked.map(describe), messages.language))}
          </div>
        ) : (
          <></>
        )}
      </RjsfForm>
    </div>
  );
}

/** The data as it is sent: without what is `undefined`. */
function toJson(data: unknown): Json | undefined {
  if (data === undefined) return undefined;
  const value: Json = JSON.parse(JSON.stringify(unescapeNames(data)));
  return value;
}

/** Names of fields, each once, the first of many. */
function toList(places: readonly PlaceDescription[], language: string): string {
  const labels = [...new Set(places.map(({ label }) => label))].slice(0, MAX_LABELS);
  return new Intl.ListFormat(language).format(labels);
}

function toSegment(name: string): string | number {
  return /^(?:0|[1-9]\d*)$/u.test(name) ? Number(name) : name;
}
