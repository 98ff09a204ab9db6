import type { JsonObject } from '@formwork/schema';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { ElementSettings, Tell } from './element-settings.ts';
import type { FormDescription } from './form-description.ts';
import { createFormSource, FormFailure, type FormSource } from './form-source.ts';
import { LoadedForm } from './loaded-form.tsx';
import { Refusal } from './refusal.tsx';
import { KeptSubmissions } from './stored-submissions.ts';
import type { Language } from './texts/choose-language.ts';
import { toRefusalKind } from './texts/texts.ts';

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

/**
 * The first and the longest pause before a form that could not be reached is loaded again, in
 * milliseconds. Each pause is twice the one before.
 */
const PAUSE = { first: 1000, longest: 15_000 };

/** Draws a public form: loads it, and then shows the form, or what became of its submission. */
export function FormApp(props: {
  readonly settings: ElementSettings;
  readonly language: Language;
  readonly tell: Tell;
  /** Called with the description of the form once it is known. */
  readonly onDescribed: (form: FormDescription) => void;
  /** Called to draw a new, empty form. */
  readonly onReset: () => void;
}): ReactNode {
  const { settings, language, tell, onDescribed } = props;
  const { url, link } = settings;
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' });
  const source = useMemo(
    () => (url === undefined ? undefined : createFormSource(url, link)),
    [url, link],
  );
  const lastFailure = useRef<{ readonly source: FormSource | undefined; readonly reason: string }>(
    undefined,
  );
  const latest = useRef({ tell, onDescribed });
  useEffect(() => {
    latest.current = { tell, onDescribed };
  });
  useEffect(() => {
    const ending = new AbortController();
    async function load(): Promise<void> {
      const hasKept = new KeptSubmissions(url ?? '', link).list().length > 0;
      const next = await loadForm(source, { link, hasKept, signal: ending.signal });
      if (ending.signal.aborted) return;
      setLoaded(next);
      if (next.kind === 'refused') {
        const { reason } = next;
        // The page gets one event about a form that cannot be reached, however often it is tried.
        const { current: before } = lastFailure;
        const isKnown = before?.reason === reason && before.source === source;
        lastFailure.current = { source, reason };
        if (!isKnown) latest.current.tell('error', { reason });
      }
      if (next.kind !== 'form') return;
      latest.current.onDescribed(next.form);
      latest.current.tell('ready', { skill: next.form.skill.id });
    }
    void load();
    return () => ending.abort();
  }, [source, url, link, attempt]);
  useEffect(() => {
    if (loaded.kind !== 'refused' || toRefusalKind(loaded.reason) !== undefined) return undefined;
    const again = (): void => setAttempt(attempt + 1);
    const timer = setTimeout(again, Math.min(PAUSE.longest, PAUSE.first * 2 ** attempt));
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
    // Each attempt ends with another object.
    // eslint-disable-next-line
  }, [loaded]);
  const { texts, messages } = language;
  return (
    <div
      className="fw-embed"
      lang={messages.language}
      dir={messages.direction}
      data-fw-scheme={settings.colorScheme}
    >
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

function isUsed(error: unknown): boolean {
  return error instanceof FormFailure && error.fault.reason === 'LINK_USED';
}

async function loadForm(
  source: FormSource | undefined,
  {
    link,
    hasKept,
    signal,
  }: {
    readonly link: string | undefined;
    /** True if the tab keeps a submission that the agent has not acknowledged. */
    readonly hasKept: boolean;
    readonly signal: AbortSignal;
  },
): Promise<Loaded> {
  if (source === undefined) return { kind: 'refused', reason: 'SETTINGS' };
  try {
    const [form, { values, isOnce }] = await Promise.all([
      source.describeForm(signal),
      link === undefined
        ? { values: {}, isOnce: false }
        : source.readLink(link, signal).catch((error: unknown) => {
            // The submission that has used the link may be that of this tab, whose answer was lost.
            if (!isUsed(error) || !hasKept) throw error;
            return { values: {}, isOnce: true };
          }),
    ]);
    return { kind: 'form', form, fixed: values, isOnce };
  } catch (error) {
    return {
      kind: 'refused',
      reason: error instanceof FormFailure ? error.fault.reason : 'NETWORK',
    };
  }
}
