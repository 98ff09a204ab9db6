// The page that tests of forms look at: `window.draw` draws a form, `window.sent` is what it sent.
import {
  ARABIC,
  ENGLISH,
  GERMAN,
  SkillForm,
  loadValidation,
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
export interface PageOptions extends Partial<
  Omit<SkillFormProps, 'onSubmit' | 'messages' | 'onUpload' | 'actions'>
> {
  readonly schema: SkillFormProps['schema'];
  readonly language?: keyof typeof LANGUAGES;
  /** Milliseconds that sending takes. Default: it takes no time. */
  readonly sendingMs?: number;
  /** Store files, at addresses that hold their names; those named `bad` are refused. Default false. */
  readonly canUpload?: boolean;
  /** Names of buttons beside the main one. */
  readonly actionNames?: readonly string[];
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

// Drawn is then all of it at once, unless a test wants to see how it comes later.
if (window.location.hash !== '#late') await loadValidation();

window.sent = [];
window.changed = [];
window.draw = ({ language = 'en', sendingMs, canUpload = false, actionNames, ...props }) => {
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
        {...(canUpload ? { onUpload: upload } : {})}
        actions={actionNames?.map((name) => (
          <button key={name} type="button" className="fw-button">
            {name}
          </button>
        ))}
        onSubmit={(data) => {
          window.sent.push(data);
          return sendingMs === undefined ? undefined : wait(sendingMs);
        }}
        onChange={(data) => window.changed.push(data)}
      />,
    );
  });
};

async function upload(file: File): Promise<{ readonly url: string }> {
  await wait(20);
  if (file.name.startsWith('bad')) throw new Error('refused on purpose');
  return { url: `https://files.example/${file.name}` };
}

async function wait(ms: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

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

document.documentElement.dataset['ready'] = '';
