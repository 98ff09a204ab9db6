import { Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { ENGLISH_TEXTS } from '../texts/english.ts';
import { loadTexts } from '../texts/load-texts.ts';
import type { Texts } from '../texts/texts.ts';
import { TextsContext } from '../texts/use-texts.ts';
import { PageBoundary } from './page-boundary.tsx';
import { PageFrame } from './page-frame.tsx';
import { useServices, type PageConfig } from './services.ts';
import { readSettings, writeSettings, type Settings } from './settings.ts';
import { SettingsContext } from './use-settings.ts';

/** The page: its language and colours, and which agents there are. */
export function App(): ReactNode {
  const { store, loadConfig } = useServices();
  const [settings, setSettings] = useState(() => readSettings(store));
  const [texts, setTexts] = useState<Texts>();
  const [config, setConfig] = useState<PageConfig>();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    async function take(): Promise<void> {
      // A part of the page that cannot be loaded leaves it in English.
      const loaded = await loadTexts(settings.language).catch(() => ENGLISH_TEXTS);
      if (isCurrent) setTexts(loaded);
    }
    void take();
    return () => {
      isCurrent = false;
    };
  }, [settings.language]);

  useEffect(() => {
    setProblem(undefined);
    loadConfig()
      .then(setConfig)
      .catch((error: unknown) =>
        setProblem(error instanceof Error ? error.message : String(error)),
      );
  }, [loadConfig, attempt]);

  useEffect(() => {
    const { documentElement: html } = document;
    html.lang = texts?.language ?? 'en';
    html.dir = texts?.direction ?? 'ltr';
    html.dataset['scheme'] = settings.scheme;
  }, [texts, settings.scheme]);

  const value = useMemo(
    () => ({
      settings,
      change(changes: Partial<Settings>) {
        const next = { ...settings, ...changes };
        setSettings(next);
        writeSettings(store, next);
      },
    }),
    [settings, store],
  );

  if (texts === undefined) return null;
  return (
    <TextsContext value={texts}>
      <SettingsContext value={value}>
        <PageBoundary text={texts.pageFailed}>
          {config === undefined ? (
            <main className="alone">
              <h1>{problem === undefined ? texts.lookingAt('…') : texts.agentFailed}</h1>
              {problem !== undefined && (
                <>
                  <p role="alert">{problem}</p>
                  <button
                    type="button"
                    className="main-button"
                    onClick={() => setAttempt(attempt + 1)}
                  >
                    {texts.retry}
                  </button>
                </>
              )}
            </main>
          ) : (
            <Suspense>
              <PageFrame config={config} />
            </Suspense>
          )}
        </PageBoundary>
      </SettingsContext>
    </TextsContext>
  );
}
