import type { ElementSettings, Tell } from './element-settings.ts';
import type { FormDescription } from './form-description.ts';
import { createFormSource, FormFailure, type FormSource } from './form-source.ts';
import { withValues } from './form-values.ts';
import { Refusal } from './refusal.tsx';
import { SubmissionView } from './submission-view.tsx';
import type { Language } from './texts/choose-language.ts';
import { SkillForm, toVisibleText, useAgent } from '@formwork/react';
import { FilePicker, usePickedFiles } from '@formwork/react/internal';
import type { Json, JsonObject } from '@formwork/schema';
import { createElement, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';

interface FormAppProps {
  readonly settings: ElementSettings;
  readonly language: Language;
  readonly tell: Tell;
  /** Called with the description of the form once it is known. */
  readonly onDescribed: (form: FormDescription) => void;
  /** Called to draw a new, empty form. */
  readonly onReset: () => void;
}

/** A form that has been loaded, or the reason why it cannot be shown. */
type Loaded =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'form';
      readonly form: FormDescription;
      readonly fixed: JsonObject;
      readonly isOnce: boolean;
    }
  | { readonly kind: 'refused'; readonly reason: string };

/** Draws a public form: loads it, and then shows the form, or what became of its submission. */
export function FormApp(props: FormAppProps): ReactNode {
  const { settings, language, tell, onDescribed } = props;
  const { url, link } = settings;
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' });
  const source = useMemo(
    () => (url === undefined ? undefined : createFormSource(url, link)),
    [url, link],
  );
  const latest = useRef({ tell, onDescribed });
  useEffect(() => {
    latest.current = { tell, onDescribed };
  });
  useEffect(() => {
    const ending = new AbortController();
    async function load(): Promise<void> {
      const next = await loadForm(source, { link, signal: ending.signal });
      if (ending.signal.aborted) return;
      setLoaded(next);
      if (next.kind === 'refused') latest.current.tell('error', { reason: next.reason });
      if (next.kind !== 'form') return;
      latest.current.onDescribed(next.form);
      latest.current.tell('ready', { skill: next.form.skill.id });
    }
    void load();
    return () => ending.abort();
  }, [source, link, attempt]);
  const { texts, messages } = language;
  return (
    <div className="fw-embed" lang={messages.language} dir={messages.direction}>
      {loaded.kind === 'loading' && <p role="status">{texts.loading}</p>}
      {loaded.kind === 'refused' && (
        <Refusal
          reason={loaded.reason}
          language={language}
          headingLevel={settings.headingLevel}
          onRetry={() => {
            setLoaded({ kind: 'loading' });
            setAttempt(attempt + 1);
          }}
        />
      )}
      {loaded.kind === 'form' && source !== undefined && (
        <LoadedForm {...props} {...loaded} source={source} />
      )}
    </div>
  );
}

async function loadForm(
  source: FormSource | undefined,
  { link, signal }: { readonly link: string | undefined; readonly signal: AbortSignal },
): Promise<Loaded> {
  if (source === undefined) return { kind: 'refused', reason: 'SETTINGS' };
  try {
    const [form, { values, isOnce }] = await Promise.all([
      source.describeForm(signal),
      link === undefined ? { values: {}, isOnce: false } : source.readLink(link, signal),
    ]);
    return { kind: 'form', form, fixed: values, isOnce };
  } catch (error) {
    return { kind: 'refused', reason: error instanceof FormFailure ? error.reason : 'NETWORK' };
  }
}

/** The level of the headings within a form, by that of its own heading. */
const HEADINGS_WITHIN = { 1: 2, 2: 3, 3: 4, 4: 5 } as const;

interface LoadedFormProps extends FormAppProps {
  readonly form: FormDescription;
  readonly fixed: JsonObject;
  readonly isOnce: boolean;
  readonly source: FormSource;
}

/** Draws a form that is known: its fields, or the submission in their place. */
function LoadedForm(props: LoadedFormProps): ReactNode {
  const { form, fixed, isOnce, source, settings, language, tell, onReset } = props;
  const { receipt, colorScheme, sharesValues, page, values, headingLevel } = settings;
  const inner = HEADINGS_WITHIN[headingLevel];
  const { messages, texts } = language;
  const { thread, send, answer, proceed, cancel, retry, resume, remove } = useAgent(source);
  const [again, setAgain] = useState<Json>();
  const entry = thread.at(-1);
  const title = toVisibleText(form.title);
  const restore = useRef(receipt);
  const isSent = useRef(false);
  useEffect(() => {
    const token = restore.current;
    restore.current = undefined;
    if (token === undefined) return;
    const sent = { kind: 'input', skillId: form.skill.id, schema: '', data: {} } as const;
    resume({ id: token, taskId: token, sent, sentAt: Date.now() });
  }, [resume, form]);
  const { field, whenRead } = usePickedFiles();
  const [input] = form.skill.inputs;
  const filled = useMemo(() => {
    if (input?.kind !== 'usable') return undefined;
    const prefilled = withValues(input.schema, values, false);
    const whole = withValues(prefilled.schema, fixed, true);
    const labels = prefilled.labels.filter((label) => !whole.labels.includes(label));
    return { schema: whole.schema, prefilled: labels, fixed: whole.labels };
  }, [input, values, fixed]);
  const heading = useRef<HTMLHeadingElement>(null);
  const isAgain = again !== undefined;
  useEffect(() => {
    if (isAgain) heading.current?.focus();
  }, [isAgain]);
  if (entry !== undefined || receipt !== undefined) {
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
        sharesValues={sharesValues}
        tell={tell}
        onAnswer={answer}
        onProceed={proceed}
        onCancel={cancel}
        onRetry={retry}
        onReset={onReset}
        onChange={(data) => {
          isSent.current = false;
          setAgain(data);
          if (entry !== undefined) remove(entry.id);
        }}
      />
    );
  }
  const origin = settings.url === undefined ? '' : new URL(settings.url).origin;
  return (
    <div className="fw-embed-card">
      {createElement(
        `h${headingLevel}`,
        { className: 'fw-embed-title', ref: heading, tabIndex: -1 },
        <bdi>{title}</bdi>,
      )}
      {form.intro !== '' && <p className="fw-embed-intro">{toVisibleText(form.intro)}</p>}
      {filled !== undefined && filled.prefilled.length > 0 && (
        <p className="fw-embed-note">{texts.prefilled(toList(filled.prefilled))}</p>
      )}
      {filled !== undefined && filled.fixed.length > 0 && (
        <p className="fw-embed-note">{texts.fixed(toList(filled.fixed))}</p>
      )}
      {isOnce && <p className="fw-embed-note">{texts.once}</p>}
      {filled === undefined || input === undefined ? (
        <Refusal
          reason="NOT_PUBLISHED"
          language={language}
          headingLevel={headingLevel}
          onRetry={onReset}
        />
      ) : (
        <>
          {form.skill.fileTypes.length > 0 && (
            <div className="fw-form" dir={messages.direction}>
              <FilePicker
                {...field}
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
            schema={filled.schema}
            {...(again !== undefined && { initialData: again })}
            title=""
            headingLevel={inner}
            messages={messages}
            colorScheme={colorScheme}
            // The page around the form is not the agent's, so the form says who asks.
            {...(origin !== location.origin && { origin })}
            {...(form.submitLabel !== '' && { submitLabel: toVisibleText(form.submitLabel) })}
            onChange={(data) => tell('change', sharesValues ? { values: data } : {})}
            onSubmit={(data) => {
              // A second press may come before the submission is drawn in place of the form.
              if (isSent.current) return;
              isSent.current = true;
              void whenRead((files) => {
                tell('submit', sharesValues ? { values: data } : {});
                send({ kind: 'input', skillId: form.skill.id, schema: input.name, data, ...files });
              });
            }}
          />
        </>
      )}
    </div>
  );

  function toList(labels: readonly string[]): string {
    const shown = labels.map(toVisibleText);
    return new Intl.ListFormat(messages.language, { type: 'conjunction' }).format(shown);
  }
}
