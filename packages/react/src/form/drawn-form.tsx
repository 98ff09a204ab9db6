import type { Json, JsonSchema } from '@formwork/schema';
import {
  isValidElement,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { unescapeNames } from '../form-schema/escape-names.ts';
import type { FormLimits } from '../form-schema/form-limits.ts';
import { ListField } from '../list/list-field.tsx';
import type { Messages } from '../messages/messages.ts';
import type { FormReview, ReviewedForm, ShownProblems } from '../problems/form-review.ts';
import {
  type ErrorListProps,
  ID_SEPARATOR,
  type MultiSchemaFieldTemplateProps,
  type Registry,
  RjsfForm,
  type ValidatorType,
  type WidgetProps,
} from '../rjsf.ts';
import { FieldTemplate } from '../theme/field-template.tsx';
import { FieldWidget } from '../theme/field-widget.tsx';
import { unfoldAround } from '../theme/folded-sections.tsx';
import { useFormSettings } from '../theme/form-settings.ts';
import { FoldingTemplate, GroupTemplate, RecursionTemplate } from '../theme/group-template.tsx';
import { lazyWidget } from '../theme/lazy-widget.tsx';
import { AlternativeContext } from '../theme/list-context.ts';
import { MapField } from '../theme/map-field.tsx';
import { NumberField } from '../theme/number-field.tsx';
import { SchemaField } from '../theme/schema-field.tsx';
import { UnionField } from '../theme/union-field.tsx';
import { loadLazyMessages } from '../theme/use-lazy-messages.ts';
import { WidgetField } from '../theme/widget-field.tsx';
import type { LazyValidator } from '../validation/create-lazy-validator.ts';
import { readProblemList, readReview } from '../validation/load-validation.ts';
import type { FormExample } from './example-chips.tsx';
import type { FormStore } from './form-store.ts';

/** Properties of {@link SkillForm}. */
export interface SkillFormProps {
  /** The schema of a skill's input, in any dialect. It may come from an untrusted agent. */
  readonly schema: JsonSchema | boolean;
  /**
   * The data that the form begins with, such as a draft or an earlier input. The form submits them
   * unchanged except for the person's changes. Default: the defaults of the schema.
   */
  readonly initialData?: Json;
  /**
   * Called with data that fit the schema, as far as the browser can judge. While a promise that it
   * returns is pending, the form shows that it is being sent and cannot be sent again.
   */
  readonly onSubmit: (data: Json) => unknown;
  /** Called after every change with the current data, complete or not, such as to store a draft. */
  readonly onChange?: (data: Json | undefined) => void;
  /** The heading of the form; `''` for none. Default: the schema's title. */
  readonly title?: string;
  /** The level of the heading, such as 2 for an `h2`. Default 2. */
  readonly headingLevel?: 1 | 2 | 3 | 4 | 5 | 6;
  /** The label of the main button. Default: "Send", in the form's language. */
  readonly submitLabel?: string;
  /** The texts of the form, in one language. Default `ENGLISH`. */
  readonly messages?: Messages;
  /** The colours: `light`, `dark`, or those of the operating system. Default `system`. */
  readonly colorScheme?: 'light' | 'dark' | 'system';
  /** The limits of the drawn form. Each that is absent has its default in `FormLimits`. */
  readonly limits?: Partial<FormLimits>;
  /** The maximum number of bytes that one file may have. Default 1 MiB. */
  readonly maxFileBytes?: number;
  /**
   * Examples of data as buttons above the form; a click on one fills in the form. Default: none.
   */
  readonly examples?: readonly FormExample[];
  /**
   * The origin of the agent that sent the schema, such as `https://agent.example`. It is shown
   * above the form, and in warnings at fields that ask for secrets such as passwords. Default: it
   * is not shown.
   */
  readonly origin?: string;
  /**
   * Stores a file that the schema wants as a link (format `uri` with `contentMediaType`) and resolves
   * with the link. A rejection is shown at the field. Default: the link is entered as text.
   */
  readonly onUpload?: (file: File) => Promise<{ readonly url: string }>;
  /** Elements to draw beside the main button. Default: none. */
  readonly actions?: ReactNode;
  /** Whether the form shows fields, the data as editable JSON, or both. Default `form`. */
  readonly view?: 'form' | 'json' | 'both';
  /** True to show the data without letting anybody change them. Default false. */
  readonly readOnly?: boolean;
}

/** The editor for a value that no fields can be drawn for. */
const JsonField = lazyWidget(async () => (await import('../theme/json-field.tsx')).JsonField);

/** The components for schemas, groups, lists and numbers that replace those of the form library. */
const FORM_FIELDS: Registry['fields'] = {
  SchemaField,
  AnyOfField: UnionField,
  OneOfField: UnionField,
  ArrayField: ListField,
  BooleanField: WidgetField,
  StringField: WidgetField,
  // The library uses this for a schema without a type, which form schemas never contain.
  FallbackField: JsonField,
  NumberField,
  ObjectField: MapField,
  JsonField,
};

/** The templates (frames around fields) that replace those of the form library, by their names. */
const FORM_TEMPLATES: Partial<Omit<Registry['templates'], 'ButtonTemplates'>> = {
  CyclicSchemaExpandTemplate: RecursionTemplate,
  ErrorListTemplate: ErrorSummary,
  FieldTemplate,
  MultiSchemaFieldTemplate: UnionTemplate,
  ObjectFieldTemplate: GroupTemplate,
  OptionalDataControlsTemplate: FoldingTemplate,
};

/**
 * The only widget of forms, under all names of the form library; it chooses a control by schema.
 */
const FORM_WIDGETS: Registry['widgets'] = {
  CheckboxWidget: FieldWidget,
  CheckboxesWidget: FieldWidget,
  ColorWidget: FieldWidget,
  DateTimeWidget: FieldWidget,
  DateWidget: FieldWidget,
  EmailWidget: FieldWidget,
  FileWidget: FieldWidget,
  PasswordWidget: FieldWidget,
  RadioWidget: FieldWidget,
  SelectWidget: FieldWidget,
  TextWidget: FieldWidget,
  TextareaWidget: FieldWidget,
  TimeWidget: FieldWidget,
  URLWidget: FieldWidget,
  UpDownWidget: FieldWidget,
};

interface DrawnFormProps extends SkillFormProps {
  readonly form: { readonly schema: JsonSchema; readonly validator: LazyValidator };
  /** A value that changes whenever the form has to choose its alternatives again. */
  readonly choices: unknown;
  /** The data that the form begins with, under their names within the form library. */
  readonly start: unknown;
  readonly id: string;
  readonly labelledBy: string | undefined;
  /** The store that receives the data after every change of the form. */
  readonly store: FormStore;
}

/** Options that keep the form library from filling in defaults; `createFormData` does that. */
const NO_DEFAULTS = {
  arrayMinItems: { populate: 'never' },
  emptyObjectFields: 'skipDefaults',
  allOf: 'skipDefaults',
  constAsDefaults: 'never',
} as const;

/** Draws a form with the form library, after its schema and its data are prepared. */
export function DrawnForm(props: DrawnFormProps): ReactNode {
  const { form, choices, start, initialData, onSubmit, onChange, id, labelledBy, store } = props;
  const { messages, prefix, origin } = useFormSettings();
  // A new context makes the fields draw again, as all validators are equal for the form library.
  const context = useMemo(() => ({ origin, choices }), [origin, choices]);
  const frame = useRef<HTMLDivElement>(null);
  const { schema, validator } = form;
  const instance = useRef<RjsfForm>(null);
  const [status, setStatus] = useState('');
  const review = useReview({ props, frame, instance, onStatus: setStatus });
  const newest = useRef(review);
  newest.current = review;
  const rjsfValidator = useMemo<ValidatorType>(
    () => ({
      isValid: (part, data) => validator.isPartValid(part, data),
      rawValidation: () => ({ errors: [] }),
      validateFormData: (data) => newest.current.refuse(data),
    }),
    // A new validator makes the form library choose alternatives again.
    [validator, messages, choices],
  );
  const begun = useRef<FormStore>(undefined);
  useEffect(() => {
    // A form that was hidden and is shown again has what was entered.
    if (begun.current === store) return;
    begun.current = store;
    // Given data are JSON already, and copying large ones takes long. Later only the form itself
    // writes: a schema or texts that are new objects change nothing that was entered.
    store.write({ data: initialData === undefined ? toJson(start) : initialData });
  }, [store]);
  return (
    <div ref={frame} onSubmitCapture={review.onSubmitCapture}>
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
          // The summary of errors is drawn with this change, so it gets the focus only afterwards.
          setTimeout(() => {
            frame.current?.querySelectorAll('[aria-invalid=true]').forEach(unfoldAround);
            frame.current?.querySelector<HTMLElement>('[data-fw-summary]')?.focus();
          });
        }}
        onSubmit={({ formData }) => {
          store.write({ problems: [] });
          onSubmit(toJson(formData) ?? null);
        }}
      >
        {/* The button is outside the form, so that it stays in place when the data change. */}
        {validator.unchecked === undefined && props.readOnly !== true ? (
          <div className="fw-help" role="status" data-fw-unchecked="">
            {status}
          </div>
        ) : (
          <></>
        )}
      </RjsfForm>
    </div>
  );
}

/**
 * Converts the data of a form to JSON, without `undefined` properties; `undefined` if it has none.
 */
function toJson(data: unknown): Json | undefined {
  if (data === undefined) return undefined;
  const value: Json = JSON.parse(JSON.stringify(unescapeNames(data)));
  return value;
}

/**
 * Holds a sent form back until the code that checks it is loaded and the worker has checked the
 * patterns, and then submits it, because the form library cannot wait for a check.
 */
function useReview({
  props,
  frame,
  instance,
  onStatus,
}: {
  readonly props: DrawnFormProps;
  readonly frame: { readonly current: HTMLElement | null };
  readonly instance: { readonly current: RjsfForm | null };
  readonly onStatus: (text: string) => void;
}): {
  readonly onSubmitCapture: (event: SubmitEvent<HTMLElement>) => void;
  readonly refuse: (data: unknown) => ShownProblems;
} {
  const { form, store, schema: source } = props;
  const { validator, schema } = form;
  const settings = useFormSettings();
  const newest = useRef(settings);
  newest.current = settings;
  const { messages } = settings;
  const review = useRef<FormReview>(undefined);
  const loading = useRef<Promise<unknown>>(undefined);
  const state = useRef<'closed' | 'waiting' | 'open'>('closed');
  useEffect(() => {
    const effect = new AbortController();
    const start = async (): Promise<void> => {
      await validator.load();
      validator.prepare();
      const Review = readReview();
      const texts = await loadLazyMessages(messages).catch(() => undefined);
      if (effect.signal.aborted || Review === undefined || frame.current === null) return;
      const reviewed: ReviewedForm = {
        checker: validator,
        source,
        schema,
        texts,
        readSettings: () => newest.current,
        readForm: () => instance.current,
        onProblems: (problems) => store.write({ problems }),
        onStatus,
      };
      // Its problems stay while the form is hidden, or gets other texts.
      review.current ??= new Review(reviewed);
      review.current.follow(reviewed, frame.current);
    };
    loading.current = start();
    return () => {
      effect.abort();
      review.current?.end();
    };
  }, [validator, messages]);

  async function submit(element: HTMLFormElement): Promise<void> {
    await loading.current;
    await review.current?.judge();
    state.current = 'open';
    element.requestSubmit();
    state.current = 'closed';
  }

  return {
    // Without its code, the form still holds back what is unfinished.
    refuse: (data) =>
      review.current?.refuse(data) ?? {
        errors: [...settings.unreadable.values()].map(({ problem }) => ({ stack: problem })),
        errorSchema: {},
      },
    onSubmitCapture(event) {
      const { target } = event;
      if (state.current === 'open' || review.current?.isReady() === true) return;
      event.preventDefault();
      event.stopPropagation();
      if (state.current === 'waiting' || !(target instanceof HTMLFormElement)) return;
      state.current = 'waiting';
      void submit(target);
    },
  };
}

/** Draws a union: the control by which a person chooses an alternative, and that alternative. */
function UnionTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps): ReactNode {
  // Another alternative is drawn anew: its own unions have nothing of those before.
  const key = isValidElement<WidgetProps>(selector) ? selector.props.value : 0;
  return (
    <>
      {selector}
      <AlternativeContext.Provider key={key} value>
        {optionSchemaField}
      </AlternativeContext.Provider>
    </>
  );
}

/** Draws the problems for which a form was refused, which take the focus. */
function ErrorSummary({ errors }: ErrorListProps): ReactNode {
  const List = readProblemList();
  return (
    <div className="fw-summary" tabIndex={-1} data-fw-summary="">
      {List === undefined ? (
        <p role="alert">{errors.map(({ stack }) => stack).join(' ')}</p>
      ) : (
        <List problems={errors.map(({ params }) => params)} />
      )}
    </div>
  );
}
