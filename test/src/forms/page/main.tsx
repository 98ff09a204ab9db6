// The page that tests of forms look at: `window.draw` draws a form, `window.sent` is what it sent.
import {
  ARABIC,
  ENGLISH,
  GERMAN,
  SkillForm,
  type Messages,
  type SkillFormProps,
} from '@formwork/react';
import '@formwork/react/theme.css';
import './page.css';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';

/** Fails where a row of a list is drawn. */
const BROKEN: Messages = {
  ...ENGLISH,
  rowLabel() {
    throw new Error('broken on purpose');
  },
};

const LANGUAGES = { ar: ARABIC, broken: BROKEN, de: GERMAN, en: ENGLISH };

/** What a test draws. */
export interface PageOptions extends Partial<Omit<SkillFormProps, 'onSubmit' | 'messages'>> {
  readonly schema: SkillFormProps['schema'];
  readonly language?: keyof typeof LANGUAGES;
}

declare global {
  interface Window {
    draw: (options: PageOptions) => void;
    /** Draws fields with React alone: what forms are compared with. */
    drawPlain: (count: number) => void;
    sent: unknown[];
    changed: unknown[];
  }
}

const root = createRoot(document.querySelector('#root') ?? document.body);
let drawn = 0;

window.sent = [];
window.changed = [];
window.draw = ({ language = 'en', ...props }) => {
  drawn += 1;
  window.sent = [];
  window.changed = [];
  const messages = LANGUAGES[language];
  document.documentElement.lang = messages.language;
  document.documentElement.dir = messages.direction;
  document.documentElement.style.colorScheme = props.colorScheme ?? '';
  flushSync(() => {
    root.render(
      <SkillForm
        key={drawn}
        {...props}
        messages={messages}
        onSubmit={(data) => window.sent.push(data)}
        onChange={(data) => window.changed.push(data)}
      />,
    );
  });
};

window.drawPlain = (count) => {
  drawn += 1;
  flushSync(() => {
    root.render(
      <form key={drawn}>
        {Array.from({ length: count }, (_field, n) => (
          <label key={n}>
            Field {n} <input />
          </label>
        ))}
      </form>,
    );
  });
};
