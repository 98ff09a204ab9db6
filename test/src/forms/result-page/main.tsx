// The page for tests of results: `window.drawResult` draws a result.
import { ARABIC, ENGLISH, GERMAN } from '@formwork/react';
import type { ResultViewProps } from '@formwork/react/result';
import '@formwork/react/theme.css';
import './page.css';
import { lazy, StrictMode, Suspense } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

// Loads the code for results in a chunk of its own, as an app would.
const loading = import('@formwork/react/result');
const ResultView = lazy(async () => ({ default: (await loading).ResultView }));

const LANGUAGES = { ar: ARABIC, de: GERMAN, en: ENGLISH };

/** The options of the result that a test draws. */
export interface ResultOptions extends Omit<ResultViewProps, 'messages' | 'renderers'> {
  readonly language?: keyof typeof LANGUAGES;
  /** True updates the drawn result, as pieces of a stream do. Default false. */
  readonly isUpdate?: boolean;
}

declare global {
  interface Window {
    /**
     * Draws a result and resolves with the time in milliseconds for which nothing else could run.
     */
    drawResult: (options: ResultOptions) => Promise<number>;
    alerts: number;
  }
}

const root = createRoot(document.querySelector('#root') ?? document.body);
let drawn = 0;

window.alerts = 0;
window.alert = () => {
  window.alerts += 1;
};
window.drawResult = async ({ language = 'en', isUpdate = false, ...props }) => {
  await loading;
  if (!isUpdate) drawn += 1;
  const messages = LANGUAGES[language];
  document.documentElement.lang = messages.language;
  document.documentElement.dir = messages.direction;
  document.documentElement.style.colorScheme = props.colorScheme ?? '';
  const start = performance.now();
  flushSync(() => {
    root.render(
      <StrictMode>
        <Suspense>
          <ResultView key={drawn} {...props} messages={messages} />
        </Suspense>
      </StrictMode>,
    );
  });
  document.body.getBoundingClientRect();
  return performance.now() - start;
};
