import { lazyPart } from '../loading/code-loader.ts';
import { toChoiceTime } from '../form-schema/to-choice-time.ts';
import { ENGLISH } from '../messages/english.ts';
import type { Messages } from '../messages/messages.ts';
import { FormBoundary } from '../text/form-boundary.tsx';
import { findRoot } from '../text/shadow-root.ts';
import { cutVisibleText, toVisibleText } from '../text/visible-text.ts';
import {
  type FormSettings,
  FormSettingsProvider,
  useFormSettings,
} from '../theme/form-settings.ts';
import { late } from '../theme/late.tsx';
import type { LateValidator } from '../validation/create-late-validator.ts';
import { DrawnForm, type SkillFormProps } from './drawn-form.tsx';
import { ExampleChips, type FormExample } from './example-chips.tsx';
import { createFormStore } from './form-store.ts';
import { fitData, type FittedData, type PreparedForm, prepareForm } from './prepare-form.ts';
import { toFolded, toSections } from './to-sections.ts';
import type { Json } from '@formwork/schema';
import {
  createElement,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';

/** The panel that shows the data as JSON; its code is loaded only when somebody opens it. */
const JsonPanel = lazyPart(async () => (await import('./json-panel.tsx')).JsonPanel);

/** The editor for the whole data, where no form can be drawn. */
const JsonForm = late(async () => (await import('./json-form.tsx')).JsonForm);

/** The tools of long forms; their code is loaded only with the first of them. */
const FieldFinder = lazyPart(async () => (await import('./field-finder.tsx')).FieldFinder);
const ProgressRail = lazyPart(async () => (await import('./progress-rail.tsx')).ProgressRail);
const RequiredLeft = lazyPart(async () => (await import('./required-left.tsx')).RequiredLeft);

const NO_EXAMPLES: readonly FormExample[] = [];

/** The data with which the whole form was last filled: its initial data, an example, or JSON. */
interface Loaded {
  readonly data: Json | undefined;
  readonly version: number;
  /** The label of the example that the data were taken from; absent for other data. */
  readonly filled?: string;
  /** The data that the person had entered before the example replaced them. */
  readonly replaced?: { readonly data: Json | undefined };
}

/**
 * Draws a form for the input of a skill from its JSON Schema. A part that no form can be drawn for
 * gets an editor for JSON, which says why. The data are judged by the schema itself, without
 * generated code.
 *
 * Needs the style sheet `@formwork/react/theme.css`. Another schema or other data need another
 * `key`.
 *
 * @example
 * ```ts
 * import { SkillForm } from '@formwork/react';
 * import { createElement } from 'react';
 *
 * const schema = { type: 'object', properties: { name: { type: 'string' } } };
 * const form = createElement(SkillForm, { schema, onSubmit: (data) => console.log(data) });
 * ```
 */
export function SkillForm(props: SkillFormProps): ReactNode {
  const {
    schema,
    onSubmit,
    origin,
    onUpload,
    messages = ENGLISH,
    limits,
    maxFileBytes = 1_048_576,
  } = props;
  const headingId = useId();
  const prefix = `fw${useId()}`;
  const formId = `${headingId}-form`;
  const { isSending, send } = useSending(onSubmit);
  const { submitLabel = messages.send, headingLevel = 2, colorScheme = 'system' } = props;
  const { view = 'form', examples = NO_EXAMPLES } = props;
  const schemaTitle =
    typeof schema === 'object' && typeof schema['title'] === 'string' ? schema['title'] : '';
  const title = toVisibleText(cutVisibleText(props.title ?? schemaTitle));
  const isDeprecated = typeof schema === 'object' && schema['deprecated'] === true;
  const [loaded, setLoaded] = useState<Loaded>({ data: props.initialData, version: 0 });
  const initialData = loaded.data;
  const store = useMemo(() => createFormStore(initialData), [initialData]);
  const isTouched = useRef(false);
  const frame = useRef<HTMLDivElement>(null);
  const flush = useRef<(() => boolean) | undefined>(undefined);
  const form = useMemo(() => prepareForm({ schema, messages, limits }), [schema, messages, limits]);
  const fitted = useMemo(() => fitData(form, initialData, limits), [form, initialData, limits]);
  const validator = form.kind === 'drawable' ? form.validator : undefined;
  const isReady = useReady(validator);
  const choiceTime = useMemo(
    () => (form.kind === 'drawable' ? toChoiceTime(form.schema, initialData) : 'never'),
    [form, initialData],
  );
  const pageSize = fitted.kind === 'drawable' ? fitted.pageSize : 0;
  const sections = useMemo(
    () => (form.kind === 'drawable' ? toSections(form.schema, messages) : []),
    [form, messages],
  );
  const folded = useMemo(
    () => (form.kind === 'drawable' ? toFolded(form.schema, sections, form.visible) : []),
    [form, sections],
  );
  const settings = useMemo<FormSettings>(
    () => ({
      messages,
      maxFileBytes,
      title: title || messages.entryValue,
      unreadable: new Map(),
      revealing: { path: [], lists: new Set(), frame },
      pageSize,
      sections: folded,
      origin,
      onUpload,
      headingLevel: Math.min(6, title === '' ? headingLevel : headingLevel + 1),
      prefix,
    }),
    [messages, maxFileBytes, title, headingLevel, pageSize, folded, origin, onUpload, prefix],
  );
  const asJson = (reason: string): ReactNode => (
    <JsonForm
      key={loaded.version}
      reason={reason}
      data={store.read().data}
      id={formId}
      onSubmit={send}
    />
  );
  function load(data: Json | undefined, rest: Partial<Loaded> = {}): void {
    isTouched.current = false;
    setLoaded({ data, version: loaded.version + 1, ...rest });
    props.onChange?.(data);
  }

  function pick({ data }: FormExample, label: string): void {
    const replaced = isTouched.current ? { replaced: { data: store.read().data } } : {};
    load(data, { filled: label, ...replaced });
  }

  function requestSend(): void {
    const submit = (): void => {
      const element = findRoot(frame.current).getElementById(formId);
      if (element instanceof HTMLFormElement) element.requestSubmit();
    };
    // If the panel has new JSON, the form submits only after it has drawn the new data.
    if (flush.current?.() === true) setTimeout(submit);
    else submit();
  }

  const isLong = sections.length > 0 && form.kind === 'drawable' && fitted.kind === 'drawable';
  const hasPanel = view !== 'form' && form.kind === 'drawable' && fitted.kind === 'drawable';
  const panel = hasPanel && (
    <Suspense>
      <JsonPanel store={store} flush={flush} isReadOnly={props.readOnly === true} onLoad={load} />
    </Suspense>
  );
  const content =
    form.kind === 'refused' || fitted.kind === 'refused' ? (
      asJson(toReason(form.kind === 'refused' ? form : fitted, messages))
    ) : choiceTime === 'at-once' && !isReady ? (
      <div className="fw-waiting" aria-busy="true">
        <span className="fw-input fw-late" />
        <span className="fw-input fw-late" />
        <span className="fw-input fw-late" />
      </div>
    ) : (
      <FormBoundary
        key={loaded.version}
        fallback={<Late draw={() => asJson(messages.drawingFailed)} />}
      >
        <DrawnForm
          {...props}
          {...(initialData === undefined ? {} : { initialData })}
          form={form}
          choices={choiceTime === 'later' && isReady}
          id={formId}
          onSubmit={send}
          labelledBy={title === '' ? undefined : headingId}
          store={store}
          onChange={(data) => {
            isTouched.current = true;
            props.onChange?.(data);
          }}
        />
      </FormBoundary>
    );
  return (
    <FormSettingsProvider value={settings}>
      <div
        ref={frame}
        className="fw-form"
        lang={messages.language}
        dir={messages.direction}
        data-fw-scheme={colorScheme}
        data-fw-view={hasPanel ? view : 'form'}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          requestSend();
        }}
      >
        {title !== '' &&
          createElement(`h${headingLevel}`, { id: headingId, className: 'fw-title' }, title)}
        {props.origin !== undefined && <p className="fw-origin">{messages.sentBy(props.origin)}</p>}
        {isDeprecated && <p className="fw-warning">{messages.deprecatedForm}</p>}
        {examples.length > 0 && props.readOnly !== true && (
          <ExampleChips
            examples={examples}
            filled={loaded.filled}
            onPick={pick}
            onUndo={loaded.replaced === undefined ? undefined : () => load(loaded.replaced?.data)}
          />
        )}
        {isLong && (
          <Suspense fallback={<div className="fw-finder" />}>
            <FieldFinder schema={form.schema} />
          </Suspense>
        )}
        <div className="fw-layout">
          {view === 'json' && panel}
          <div className="fw-frame">
            {content}
            {props.readOnly !== true && (
              <FormActions
                formId={formId}
                submitLabel={submitLabel}
                isSending={isSending}
                actions={props.actions}
                onSend={requestSend}
                isLong={isLong}
              >
                {isLong && (
                  <Suspense>
                    <RequiredLeft schema={form.schema} store={store} />
                  </Suspense>
                )}
              </FormActions>
            )}
          </div>
          {view === 'both' && panel}
          {view === 'form' && isLong && (
            <Suspense>
              <ProgressRail schema={form.schema} sections={sections} store={store} />
            </Suspense>
          )}
        </div>
      </div>
    </FormSettingsProvider>
  );
}

function toReason(form: PreparedForm | FittedData, messages: Messages): string {
  return form.kind === 'refused' ? messages.refused(form.issue) : '';
}

/** Calls `draw` only when React draws this element, so that it uses the data of that moment. */
function Late({ draw }: { readonly draw: () => ReactNode }): ReactNode {
  return draw();
}

/** Loads the validator after the form is drawn first; returns true once it can check values. */
function useReady(validator: LateValidator | undefined): boolean {
  const [, setCount] = useState(0);
  const isReady = validator === undefined || validator.isReady();
  useEffect(() => {
    if (validator === undefined || isReady) return undefined;
    let isCurrent = true;
    const follow = async (): Promise<void> => {
      await validator.load();
      if (isCurrent) setCount((count) => count + 1);
    };
    void follow();
    return () => {
      isCurrent = false;
    };
  }, [validator, isReady]);
  return isReady;
}

/** The state of sending a form, and the function that sends its data, one submission at a time. */
interface Sending {
  /** True while a promise that `onSubmit` has returned is pending. */
  readonly isSending: boolean;
  /** Sends the data; does nothing while earlier data are being sent. */
  readonly send: (data: Json) => void;
}

/**
 * Returns a function that calls `onSubmit`, but not again before the promise of the last call has
 * ended.
 */
function useSending(onSubmit: (data: Json) => unknown): Sending {
  const isOpen = useRef(false);
  const [isSending, setSending] = useState(false);
  return {
    isSending,
    send(data) {
      if (isOpen.current) return;
      const result = onSubmit(data);
      if (!(result instanceof Promise)) return;
      isOpen.current = true;
      setSending(true);
      const settle = (): void => {
        isOpen.current = false;
        setSending(false);
      };
      // A rejection is left to the caller; here the form only becomes usable again.
      void result.finally(settle);
    },
  };
}

interface FormActionsProps {
  /** The id of the form that the button submits. */
  readonly formId: string;
  readonly submitLabel: string;
  readonly isSending: boolean;
  readonly onSend: () => void;
  /** Elements to draw beside the main button. */
  readonly actions: ReactNode;
  /** True for a long form, whose buttons stay in view. */
  readonly isLong: boolean;
  /** What is left to do, beside the main button. */
  readonly children: ReactNode;
}

/**
 * Draws the row below a form: the main button with its shortcut, and further elements of the page.
 */
function FormActions(props: FormActionsProps): ReactNode {
  const { formId, submitLabel, isSending, actions, onSend, isLong, children } = props;
  const { messages } = useFormSettings();
  const isApple = typeof navigator === 'object' && /Mac|iP(?:hone|ad)/u.test(navigator.platform);
  return (
    <div className="fw-actions-bar" data-fw-long={isLong || undefined}>
      <button
        type="submit"
        form={formId}
        onClick={(event) => {
          event.preventDefault();
          onSend();
        }}
        className="fw-button fw-primary"
        // The attribute `disabled` would take the focus away from the button.
        aria-disabled={isSending || undefined}
        aria-keyshortcuts={isApple ? 'Meta+Enter' : 'Control+Enter'}
      >
        {submitLabel}
      </button>
      <kbd className="fw-keys" aria-hidden="true" suppressHydrationWarning>
        {messages.sendKeys(isApple)}
      </kbd>
      {children}
      {actions}
      <span aria-live="polite" className="fw-note">
        {isSending ? messages.sending : ''}
      </span>
    </div>
  );
}
