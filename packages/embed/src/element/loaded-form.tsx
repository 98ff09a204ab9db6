import { SkillForm, type ThreadEntry, toVisibleText, useAgent } from '@formwork/react';
import { FilePicker, isUnacknowledged, usePickedFiles } from '@formwork/react/internal';
import type { Json, JsonObject, JsonSchema } from '@formwork/schema';
import { createElement, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { ElementSettings, Tell } from './element-settings.ts';
import type { FormDescription } from './form-description.ts';
import type { FormSource } from './form-source.ts';
import { withValues } from './form-values.ts';
import { useOutcomeEvents } from './outcome-events.ts';
import { Refusal } from './refusal.tsx';
import { KeptSubmissions } from './stored-submissions.ts';
import { SubmissionView } from './submission-view.tsx';
import type { Language } from './texts/choose-language.ts';
import { type RefusalKind, toRefusalKind } from './texts/texts.ts';

/** The level of the headings within a form, by that of its own heading. */
const HEADINGS_WITHIN = { 1: 2, 2: 3, 3: 4, 4: 5 } as const;

interface LoadedFormProps {
  readonly settings: ElementSettings;
  readonly language: Language;
  readonly tell: Tell;
  /** Called to draw a new, empty form. */
  readonly onReset: () => void;
  readonly form: FormDescription;
  /** The values of the signed link. */
  readonly fixed: JsonObject;
  /** True if the visitor cannot submit the form again. */
  readonly isOnce: boolean;
  readonly source: FormSource;
}

/** Draws a form that is known: its fields, or the submission in their place. */
export function LoadedForm(props: LoadedFormProps): ReactNode {
  const { form, isOnce, source, settings, language, tell, onReset } = props;
  const { receipt, colorScheme, sharesValues, page, headingLevel } = settings;
  const agent = useAgent(source);
  const [again, setAgain] = useState<Json>();
  const entry = agent.thread.at(-1);
  useOutcomeEvents(entry, { tell, sharesValues });
  const refusal = findRefusal(entry);
  // A form that could not be sent begins with what was entered.
  const entered = refusal !== undefined && entry?.sent.kind === 'input' ? entry.sent.data : again;
  const isSent = useRef(false);
  useKeptSubmission(entry, agent.resume, props);
  useReceipt(receipt, agent.resume, form);
  const heading = useRef<HTMLHeadingElement>(null);
  const isForm = receipt === undefined && (entry === undefined || refusal !== undefined);
  const isAgain = isForm && entered !== undefined;
  useEffect(() => {
    if (!isAgain) return;
    isSent.current = false;
    heading.current?.focus();
  }, [isAgain]);
  const files = usePickedFiles();
  const filled = useFilledSchema(props);
  if (!isForm) {
    return (
      <SubmissionView
        entry={entry}
        form={form}
        url={settings.url ?? ''}
        isReceipt={receipt !== undefined}
        isOnce={isOnce}
        language={language}
        headingLevel={headingLevel}
        colorScheme={colorScheme}
        page={page}
        onAnswer={agent.answer}
        onProceed={agent.proceed}
        onCancel={agent.cancel}
        onRetry={agent.retry}
        onTryNow={agent.tryNow}
        onReset={onReset}
        onChange={(data) => {
          setAgain(data);
          if (entry !== undefined) agent.remove(entry.id);
        }}
      />
    );
  }
  return (
    <div className="fw-embed-card">
      {createElement(
        `h${headingLevel}`,
        { className: 'fw-embed-title', ref: heading, tabIndex: -1 },
        <bdi>{toVisibleText(form.title)}</bdi>,
      )}
      <FormNotes {...props} filled={filled} refusal={refusal} />
      {filled === undefined ? (
        <Refusal
          reason="NOT_PUBLISHED"
          language={language}
          headingLevel={headingLevel}
          onRetry={onReset}
        />
      ) : (
        <FormFields
          {...props}
          schema={filled.schema}
          entered={entered}
          fileField={files.field}
          onSubmit={(data) => {
            void files.whenRead((picked) => {
              // A second press may come before the submission is drawn in place of the form.
              if (isSent.current) return;
              isSent.current = true;
              tell('submit', sharesValues ? { values: data } : {});
              const { name } = filled;
              agent.send({ kind: 'input', skillId: form.skill.id, schema: name, data, ...picked });
            });
          }}
        />
      )}
    </div>
  );
}

type Resume = ReturnType<typeof useAgent>['resume'];

/**
 * Keeps a submission until the agent has it, also when the page is closed meanwhile, and sends one
 * again that an earlier page has kept.
 */
function useKeptSubmission(
  entry: ThreadEntry | undefined,
  resume: Resume,
  { settings, form }: Pick<LoadedFormProps, 'settings' | 'form'>,
): void {
  const [input] = form.skill.inputs;
  const submissions = useMemo(
    () =>
      new KeptSubmissions(
        settings.url ?? '',
        settings.link,
        input?.kind === 'usable' ? input.schema : true,
      ),
    [settings.url, settings.link, input],
  );
  useEffect(() => {
    const unsent = settings.receipt === undefined ? submissions.take() : undefined;
    if (unsent !== undefined) resume(unsent);
    // Runs once, because the submission that is kept later is in the thread already.
    // eslint-disable-next-line
  }, []);
  useEffect(() => () => submissions.leave(), [submissions]);
  const isUnsent = entry !== undefined && isUnacknowledged(entry);
  useEffect(() => {
    if (entry !== undefined) submissions.update(entry);
    // Another submission may wait until this one is done.
    if (!isUnsent && submissions.list().length === 0) return undefined;
    // The browser asks whether the visitor really wants to leave.
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
    // Only these change what is kept.
    // eslint-disable-next-line
  }, [submissions, entry?.id, entry?.state.kind, isUnsent]);
}

/** Follows the submission of a receipt, once. */
function useReceipt(receipt: string | undefined, resume: Resume, form: FormDescription): void {
  const restore = useRef(receipt);
  useEffect(() => {
    const token = restore.current;
    restore.current = undefined;
    if (token === undefined) return;
    const message = { kind: 'input', skillId: form.skill.id, schema: '', data: {} } as const;
    resume({ id: token, taskId: token, sent: message, sentAt: Date.now() });
  }, [resume, form]);
}

/** The schema of a form with the values that it begins with, and the labels of their fields. */
interface FilledSchema {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly prefilled: readonly string[];
  readonly fixed: readonly string[];
}

/** Puts the values of the page and of the signed link into the schema; `undefined` without one. */
function useFilledSchema({
  form,
  fixed,
  settings: { values },
}: Pick<LoadedFormProps, 'form' | 'fixed' | 'settings'>): FilledSchema | undefined {
  const [input] = form.skill.inputs;
  return useMemo(() => {
    if (input?.kind !== 'usable') return undefined;
    const prefilled = withValues(input.schema, values, false);
    const whole = withValues(prefilled.schema, fixed, true);
    const labels = prefilled.labels.filter((label) => !whole.labels.includes(label));
    return { name: input.name, schema: whole.schema, prefilled: labels, fixed: whole.labels };
  }, [input, values, fixed]);
}

/** Draws what stands above the fields: why the form was refused, and what was filled in. */
function FormNotes({
  form,
  isOnce,
  settings,
  language,
  filled,
  refusal,
}: LoadedFormProps & {
  readonly filled: FilledSchema | undefined;
  readonly refusal: RefusalKind | undefined;
}): ReactNode {
  const { messages, texts } = language;
  const toList = (labels: readonly string[]): string => {
    const shown = labels.map(toVisibleText);
    return new Intl.ListFormat(messages.language, { type: 'conjunction' }).format(shown);
  };
  return (
    <>
      {refusal !== undefined && (
        <div role="alert" className="fw-summary">
          <p>{texts.reasons[refusal]}</p>
          <p>{texts.unsent}</p>
        </div>
      )}
      {form.intro !== '' && <p className="fw-embed-intro">{toVisibleText(form.intro)}</p>}
      {filled !== undefined && filled.prefilled.length > 0 && (
        <p className="fw-embed-note">
          {settings.page === undefined
            ? texts.given(toList(filled.prefilled))
            : texts.prefilled(toList(filled.prefilled))}
        </p>
      )}
      {filled !== undefined && filled.fixed.length > 0 && (
        <p className="fw-embed-note">{texts.fixed(toList(filled.fixed))}</p>
      )}
      {isOnce && refusal === undefined && <p className="fw-embed-note">{texts.once}</p>}
    </>
  );
}

/** Draws the fields of a form, with that of its files. */
function FormFields({
  form,
  settings,
  language: { messages },
  tell,
  schema,
  entered,
  fileField,
  onSubmit,
}: LoadedFormProps & {
  readonly schema: FilledSchema['schema'];
  readonly entered: Json | undefined;
  readonly fileField: ReturnType<typeof usePickedFiles>['field'];
  readonly onSubmit: (data: Json) => void;
}): ReactNode {
  const { colorScheme, sharesValues, headingLevel, url } = settings;
  const { origin, host } = new URL(url ?? location.href);
  return (
    <>
      {form.skill.fileTypes.length > 0 && (
        <div className="fw-form" dir={messages.direction}>
          <FilePicker
            {...fileField}
            types={form.skill.fileTypes}
            limits={form.skill.fileLimits ?? {}}
            maxBytes={form.maxFileBytes}
            language={messages.language}
            isOwnPage={false}
          />
        </div>
      )}
      <SkillForm
        maxFileBytes={form.maxFileBytes}
        schema={schema}
        {...(entered !== undefined && { initialData: entered })}
        title=""
        headingLevel={HEADINGS_WITHIN[headingLevel]}
        messages={messages}
        colorScheme={colorScheme}
        // The page around the form is not the agent's, so the form says who asks.
        {...(origin !== location.origin && { origin: host })}
        {...(form.submitLabel !== '' && { submitLabel: toVisibleText(form.submitLabel) })}
        onChange={(data) => tell('change', sharesValues ? { values: data } : {})}
        onSubmit={onSubmit}
      />
    </>
  );
}

/** Returns the kind of refusal of a submission, after which the form stays; else `undefined`. */
function findRefusal(entry: ThreadEntry | undefined): RefusalKind | undefined {
  if (entry?.state.kind !== 'failed' || entry.taskId !== '') return undefined;
  return toRefusalKind(entry.state.failure.reason);
}
