import { lazyPart } from '../loading/code-loader.ts';
import { toChoiceTime } from '../form-schema/to-choice-time.ts';
import { ENGLISH } from '../messages/english.ts';
import type { Messages } from '../messages/messages.ts';
import { FormBoundary } from '../text/form-boundary.tsx';
import { findRoot } from '../text/shadow-root.ts';
import { cutVisibleText, toVisibleText } from '../text/visible-text.ts';
import { type FormSettings, FormSettingsProvider } from '../theme/form-settings.ts';
import { late } from '../theme/late.tsx';
import type { LateValidator } from '../validation/create-late-validator.ts';
import { DrawnForm, type SkillFormProps } from './drawn-form.tsx';
import { ExampleChips, type FormExample } from './example-chips.tsx';
import { FormActions } from './form-actions.tsx';
import { createFormStore } from './form-store.ts';
import {
  fitData,
  type FittedData,
  type PreparedForm,
  prepareForm,
  toStart,
} from './prepare-form.ts';
import { toFolded, toSections } from './to-sections.ts';
import { useSending } from './use-sending.ts';
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

/** The data that a person has entered; `undefined` for a form that was emptied. */
interface Entered {
  readonly data: Json | undefined;
  /** The things that fields held and that are no values yet, by JSON pointer. Default: none. */
  readonly held?: FormSettings['restored'];
}

/** The data with which the whole form was last filled: its initial data, an example, or JSON. */
interface Loaded {
  readonly data: Json | undefined;
  readonly version: number;
  /** The label of the example that the data were taken from; absent for other data. */
  readonly filled?: string;
  /** The data that the person had entered before examples replaced them, the last ones at the end. */
  readonly replaced: readonly Entered[];
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
  const { examples = NO_EXAMPLES } = props;
  /** True while the panel has text that the form has not taken over. */
  const [isPanelHeld, setPanelHeld] = useState(false);
  // A text that is not JSON yet stays in sight, because it would be lost with the panel.
  const view = isPanelHeld && props.view !== 'json' ? 'both' : (props.view ?? 'form');
  const isReadOnly = props.readOnly === true;
  const schemaTitle =
    typeof schema === 'object' && typeof schema['title'] === 'string' ? schema['title'] : '';
  const title = toVisibleText(cutVisibleText(props.title ?? schemaTitle));
  const isDeprecated = typeof schema === 'object' && schema['deprecated'] === true;
  const [loaded, setLoaded] = useState<Loaded>({
    data: props.initialData,
    version: 0,
    replaced: [],
  });
  const initialData = loaded.data;
  const store = useMemo(() => createFormStore(initialData), [initialData]);
  /** The data that the person has entered; `undefined` while the form shows only defaults or an example. */
  const entered = useRef<Entered | undefined>(
    props.initialData === undefined ? undefined : { data: props.initialData },
  );
  const frame = useRef<HTMLDivElement>(null);
  const flush = useRef<(() => boolean) | undefined>(undefined);
  const form = useMemo(() => prepareForm({ schema, messages, limits }), [schema, messages, limits]);
  const start = useMemo(() => toStart(form, initialData), [form, initialData]);
  const fitted = useMemo(() => fitData(form, start, limits), [form, start, limits]);
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
  // What the fields have reported stays true when the texts or other properties change.
  const [reported] = useState<
    Pick<FormSettings, 'unreadable' | 'unreadableListeners' | 'restored' | 'revealing'>
  >(() => ({
    unreadable: new Map(),
    unreadableListeners: new Set(),
    restored: new Map(),
    revealing: { path: [], lists: new Set(), frame },
  }));
  const settings = useMemo<FormSettings>(
    () => ({
      ...reported,
      messages,
      maxFileBytes,
      title: title || messages.entryValue,
      pageSize,
      sections: folded,
      origin,
      onUpload,
      headingLevel: Math.min(6, title === '' ? headingLevel : headingLevel + 1),
      prefix,
    }),
    [
      reported,
      messages,
      maxFileBytes,
      title,
      headingLevel,
      pageSize,
      folded,
      origin,
      onUpload,
      prefix,
    ],
  );
  const asJson = (reason: string): ReactNode => (
    <JsonForm
      key={loaded.version}
      reason={reason}
      data={store.read().data}
      id={formId}
      isReadOnly={isReadOnly}
      onChange={(data) => {
        store.write({ data });
        enter(data);
      }}
      onSubmit={submit}
    />
  );

  function enter(data: Json | undefined): void {
    entered.current = { data };
    props.onChange?.(data);
  }

  /** Fills the whole form; the version counts on from the newest one, as callers may be late. */
  function load(
    data: Json | undefined,
    toRest: (now: Loaded) => Partial<Loaded> = () => ({}),
  ): void {
    setLoaded((now) => ({
      data,
      version: now.version + 1,
      replaced: now.replaced,
      ...toRest(now),
    }));
  }

  function loadEntered(data: Json | undefined): void {
    load(data);
    enter(data);
  }

  function pick({ data }: FormExample, label: string): void {
    // JSON that was just typed belongs to what the person has entered.
    flush.current?.();
    const held = new Map(reported.unreadable);
    const own =
      held.size === 0 ? entered.current : { data: store.read().data, ...entered.current, held };
    entered.current = undefined;
    reported.restored.clear();
    load(data, ({ replaced }) => ({
      filled: label,
      replaced: own === undefined ? replaced : [...replaced, own],
    }));
    props.onChange?.(data);
  }

  function undo(): void {
    const last = loaded.replaced.at(-1);
    if (last === undefined) return;
    reported.restored.clear();
    for (const [pointer, one] of last.held ?? []) reported.restored.set(pointer, one);
    load(last.data, ({ replaced }) => ({ replaced: replaced.slice(0, -1) }));
    enter(last.data);
  }

  function submit(data: Json): void {
    if (!isReadOnly) send(data);
  }

  function requestSend(): void {
    if (isReadOnly) return;
    const request = (): void => {
      const element = findRoot(frame.current).getElementById(formId);
      if (element instanceof HTMLFormElement) element.requestSubmit();
    };
    // A name or a choice is taken over as its field is left.
    const typed = frame.current?.querySelector<HTMLElement>('[data-fw-typed]:focus');
    typed?.blur();
    typed?.focus();
    // What was taken over, such as new JSON of the panel, is drawn before the form submits.
    if (flush.current?.() === true || typed) setTimeout(request);
    else request();
  }

  const isLong = sections.length > 0 && form.kind === 'drawable' && fitted.kind === 'drawable';
  const hasPanel = view !== 'form' && form.kind === 'drawable' && fitted.kind === 'drawable';
  const panel = hasPanel && (
    // The key keeps what is typed when the panel changes sides.
    <Suspense key="panel">
      <JsonPanel
        store={store}
        flush={flush}
        isReadOnly={isReadOnly}
        onLoad={loadEntered}
        onHold={setPanelHeld}
      />
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
          start={start}
          id={formId}
          onSubmit={submit}
          labelledBy={title === '' ? undefined : headingId}
          store={store}
          onChange={enter}
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
        {examples.length > 0 && !isReadOnly && (
          <ExampleChips
            examples={examples}
            filled={loaded.filled}
            onPick={pick}
            onUndo={loaded.replaced.length === 0 ? undefined : undo}
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
            {!isReadOnly && (
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
                    <RequiredLeft schema={form.schema} validator={form.validator} store={store} />
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
