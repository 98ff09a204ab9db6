import type { Json } from '@formwork/schema';
import { createElement, type ReactNode, Suspense, useId, useMemo, useRef, useState } from 'react';
import { lazyPart } from '../loading/code-loader.ts';
import { ENGLISH } from '../messages/english.ts';
import type { Messages } from '../messages/messages.ts';
import { ErrorBoundary } from '../text/error-boundary.tsx';
import { findRoot } from '../text/shadow-root.ts';
import { cutVisibleText, toVisibleText } from '../text/visible-text.ts';
import { type FormSettings, FormSettingsProvider } from '../theme/form-settings.ts';
import { lazyWidget } from '../theme/lazy-widget.tsx';
import { DrawnForm, type SkillFormProps } from './drawn-form.tsx';
import { ExampleChips, type FormExample } from './example-chips.tsx';
import { FormActions } from './form-actions.tsx';
import { type FormFilling, useFormFilling } from './form-filling.ts';
import { type FormPlan, useFormPlan } from './prepare-form.ts';

/** The panel that shows the data as JSON; its code is loaded only when a person opens it. */
const JsonPanel = lazyPart(async () => (await import('./json-panel.tsx')).JsonPanel);

/** The editor for the whole data, where no form can be drawn. */
const JsonForm = lazyWidget(async () => (await import('./json-form.tsx')).JsonForm);

/** The tools of long forms; their code is loaded only with the first of them. */
const FieldFinder = lazyPart(async () => (await import('./field-finder.tsx')).FieldFinder);
const ProgressRail = lazyPart(async () => (await import('./progress-rail.tsx')).ProgressRail);
const RequiredCount = lazyPart(async () => (await import('./required-count.tsx')).RequiredCount);

const NO_EXAMPLES: readonly FormExample[] = [];

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
  const { schema, messages = ENGLISH, readOnly: isReadOnly = false } = props;
  const { examples = NO_EXAMPLES } = props;
  const headingId = useId();
  const formId = `${headingId}-form`;
  const frame = useRef<HTMLDivElement>(null);
  const { isSending, send } = useSending(props.onSubmit);
  /** True while the panel has text that the form has not taken over. */
  const [isPanelHeld, setPanelHeld] = useState(false);
  // What the fields have reported stays true when the texts or other properties change.
  const [reported] = useState(() => createReported(frame));
  const filling = useFormFilling(props, reported);
  const { loaded, store, flush } = filling;
  const plan = useFormPlan({ schema, messages, limits: props.limits }, loaded.data);
  const { form, fitted } = plan;
  const isDrawable = form.kind === 'drawable' && fitted.kind === 'drawable';
  const isLong = isDrawable && plan.sections.length > 0;
  const title = toTitle(props);
  const settings = useSettings(props, { reported, plan, title });
  const requestSend = (): void => {
    if (!isReadOnly) requestSubmit(frame.current, { formId, flush });
  };
  // A text that is not JSON yet stays in sight, because it would be lost with the panel.
  const chosenView = isPanelHeld && props.view !== 'json' ? 'both' : (props.view ?? 'form');
  const view = isDrawable ? chosenView : 'form';
  const onLoad = filling.load;
  const panel = (
    // The key keeps what is typed when the panel changes sides.
    <Suspense key="panel">
      <JsonPanel {...{ store, flush, isReadOnly, onLoad }} onHold={setPanelHeld} />
    </Suspense>
  );
  return (
    <FormSettingsProvider value={settings}>
      <div
        ref={frame}
        className="fw-form"
        lang={messages.language}
        dir={messages.direction}
        data-fw-scheme={props.colorScheme ?? 'system'}
        data-fw-view={view}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          requestSend();
        }}
      >
        <FormHead {...props} messages={messages} title={title} headingId={headingId} />
        {examples.length > 0 && !isReadOnly && (
          <ExampleChips
            examples={examples}
            filled={loaded.filled}
            onPick={filling.pick}
            onUndo={loaded.replaced.length === 0 ? undefined : filling.undo}
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
            <FormContent
              {...{ filling, plan, formId, messages }}
              field={props}
              labelledBy={title === '' ? undefined : headingId}
              onSubmit={(data) => {
                if (!isReadOnly) send(data);
              }}
            />
            {!isReadOnly && (
              <FormActions
                formId={formId}
                submitLabel={props.submitLabel ?? messages.send}
                isSending={isSending}
                actions={props.actions}
                onSend={requestSend}
                isLong={isLong}
              >
                {isLong && (
                  <Suspense>
                    <RequiredCount schema={form.schema} validator={form.validator} store={store} />
                  </Suspense>
                )}
              </FormActions>
            )}
          </div>
          {view === 'both' && panel}
          {view === 'form' && isLong && (
            <Suspense>
              <ProgressRail schema={form.schema} sections={plan.sections} store={store} />
            </Suspense>
          )}
        </div>
      </div>
    </FormSettingsProvider>
  );
}

/** Returns the heading of a form: the given one, or the schema's title. */
function toTitle({ title, schema }: SkillFormProps): string {
  const schemaTitle = typeof schema === 'object' ? schema['title'] : '';
  return toVisibleText(
    cutVisibleText(title ?? (typeof schemaTitle === 'string' ? schemaTitle : '')),
  );
}

/** The things that the fields of a form report to it. */
type Reported = Pick<FormSettings, 'unreadable' | 'unreadableListeners' | 'restored' | 'revealing'>;

function createReported(frame: Reported['revealing']['frame']): Reported {
  return {
    unreadable: new Map(),
    unreadableListeners: new Set(),
    restored: new Map(),
    revealing: { path: [], lists: new Set(), frame },
  };
}

/** Makes the settings that all components within a form read; new ones only if they differ. */
function useSettings(
  props: SkillFormProps,
  {
    reported,
    plan,
    title,
  }: {
    readonly reported: Reported;
    readonly plan: FormPlan;
    readonly title: string;
  },
): FormSettings {
  const { messages = ENGLISH, maxFileBytes = 1_048_576, headingLevel = 2 } = props;
  const { origin, onUpload } = props;
  const { fitted, folded } = plan;
  const prefix = `fw${useId()}`;
  const pageSize = fitted.kind === 'drawable' ? fitted.pageSize : 0;
  return useMemo(
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
}

/** Submits the form in a frame, after what its fields and its panel hold is taken over. */
function requestSubmit(
  frame: HTMLElement | null,
  { formId, flush }: Pick<FormFilling, 'flush'> & { readonly formId: string },
): void {
  const request = (): void => {
    const element = findRoot(frame).getElementById(formId);
    if (element instanceof HTMLFormElement) element.requestSubmit();
  };
  // A name or a choice is taken over as its field is left.
  const typed = frame?.querySelector<HTMLElement>('[data-fw-typed]:focus');
  typed?.blur();
  typed?.focus();
  // What was taken over, such as new JSON of the panel, is drawn before the form submits.
  if (flush.current?.() === true || typed) setTimeout(request);
  else request();
}

/** Draws the heading of a form, and whose form it is. */
function FormHead(
  props: SkillFormProps & {
    readonly messages: Messages;
    readonly title: string;
    readonly headingId: string;
  },
): ReactNode {
  const { schema, origin, messages, title, headingId, headingLevel = 2 } = props;
  return (
    <>
      {title !== '' &&
        createElement(`h${headingLevel}`, { id: headingId, className: 'fw-title' }, title)}
      {origin !== undefined && <p className="fw-origin">{messages.sentBy(origin)}</p>}
      {typeof schema === 'object' && schema['deprecated'] === true && (
        <p className="fw-warning">{messages.deprecatedForm}</p>
      )}
    </>
  );
}

interface FormContentProps {
  readonly field: SkillFormProps;
  readonly messages: Messages;
  readonly filling: FormFilling;
  readonly plan: FormPlan;
  readonly formId: string;
  readonly labelledBy: string | undefined;
  readonly onSubmit: (data: Json) => void;
}

/** Draws the fields of a form, or the editor for its whole data if it has none. */
function FormContent(props: FormContentProps): ReactNode {
  const { field, messages, filling, plan, formId } = props;
  const { form, fitted, choiceTime, isReady } = plan;
  const { data, version } = filling.loaded;
  if (form.kind === 'refused') {
    return <WholeJson {...props} reason={messages.refused(form.issue)} />;
  }
  if (fitted.kind === 'refused') {
    return <WholeJson {...props} reason={messages.refused(fitted.issue)} />;
  }
  if (choiceTime === 'at-once' && !isReady) {
    return (
      <div className="fw-waiting" aria-busy="true">
        <span className="fw-input fw-late" />
        <span className="fw-input fw-late" />
        <span className="fw-input fw-late" />
      </div>
    );
  }
  return (
    <ErrorBoundary
      key={version}
      fallback={<WholeJson {...props} reason={messages.drawingFailed} />}
    >
      <DrawnForm
        {...field}
        {...(data === undefined ? {} : { initialData: data })}
        form={form}
        choices={choiceTime === 'later' && isReady}
        start={plan.start}
        id={formId}
        onSubmit={props.onSubmit}
        labelledBy={props.labelledBy}
        store={filling.store}
        onChange={filling.enter}
      />
    </ErrorBoundary>
  );
}

/** Draws the editor for the whole data, with the data of the moment in which React draws it. */
function WholeJson({
  field,
  filling,
  formId,
  onSubmit,
  reason,
}: FormContentProps & {
  /** The reason why no fields are drawn. */
  readonly reason: string;
}): ReactNode {
  const { store, enter, loaded } = filling;
  return (
    <JsonForm
      key={loaded.version}
      reason={reason}
      data={store.read().data}
      id={formId}
      isReadOnly={field.readOnly === true}
      onChange={(data) => {
        store.write({ data });
        enter(data);
      }}
      onSubmit={onSubmit}
    />
  );
}

/**
 * Returns a function that calls `onSubmit`, but not again before the promise of the last call has
 * ended.
 */
function useSending(onSubmit: (data: Json) => unknown): {
  /** True while a promise that `onSubmit` has returned is pending. */
  readonly isSending: boolean;
  /** Sends the data; does nothing while earlier data are being sent. */
  readonly send: (data: Json) => void;
} {
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
