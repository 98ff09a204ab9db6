// The page for tests of forms: `window.draw` draws a form, and `window.sent` holds the values that
// the form sent.
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
import * as React from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/** Messages that throw when a row of a list is drawn, to test how forms handle such errors. */
const BROKEN: Messages = {
  ...ENGLISH,
  rowLabel() {
    throw new Error('broken on purpose');
  },
};

const LANGUAGES = { ar: ARABIC, broken: BROKEN, de: GERMAN, en: ENGLISH };

/** The options of the form that a test draws. */
export interface PageOptions extends Partial<
  Omit<SkillFormProps, 'onSubmit' | 'messages' | 'onUpload' | 'actions'>
> {
  readonly schema: SkillFormProps['schema'];
  readonly language?: keyof typeof LANGUAGES;
  /** True keeps a form sending until the test calls `window.release`. Default false. */
  readonly isHeld?: boolean;
  /**
   * True lets the form upload files, whose addresses contain their names; a file named `bad` is
   * refused. Default false.
   */
  readonly canUpload?: boolean;
  /** True keeps each upload waiting until the test calls `window.upload` with the name of its file. */
  readonly holdsUploads?: boolean;
  /** True hides the form as React's `Activity` does: its effects end, and run again when it is shown. */
  readonly isHidden?: boolean;
  /** The names of buttons beside the main one. Default: none. */
  readonly actionNames?: readonly string[];
}

declare global {
  interface Window {
    draw: (options: PageOptions) => void;
    /** Draws the same form again with other properties, as the page around a form does. */
    redraw: (changes: Partial<PageOptions>) => void;
    /** Ends the upload of a file that is held. */
    upload: (name: string) => void;
    /** Draws `count` fields with React alone, to compare the time of forms with. */
    drawPlain: (count: number) => void;
    sent: unknown[];
    /** Ends the sending of a form with `isHeld`. */
    release: () => void;
    changed: unknown[];
  }
}

/** The `Activity` of React, which version 18 has not. */
const Activity: typeof React.Activity | undefined = Reflect.get(React, 'Activity');

const root = createRoot(document.querySelector('#root') ?? document.body);
let drawn = 0;

// Loads the validation and its texts first, so that forms are drawn in one step, unless a test wants to see it
// load later.
if (window.location.hash !== '#late') {
  await Promise.all([loadValidation(), ...[ARABIC, ENGLISH, GERMAN].map(({ more }) => more())]);
}

window.sent = [];
window.changed = [];
let shown: PageOptions = { schema: true };

window.draw = (options) => {
  drawn += 1;
  window.sent = [];
  window.changed = [];
  render(options);
};

window.redraw = (changes) => render({ ...shown, ...changes });

function render(options: PageOptions): void {
  shown = options;
  const { language = 'en', isHeld = false, canUpload = false, holdsUploads = false } = options;
  const { actionNames, isHidden = false, ...props } = options;
  const messages = LANGUAGES[language];
  document.documentElement.lang = messages.language;
  document.documentElement.dir = messages.direction;
  document.documentElement.style.colorScheme = props.colorScheme ?? '';
  const form = (
    <SkillForm
      key={drawn}
      {...props}
      messages={messages}
      // A function of its own for each drawing, as pages often write it.
      {...(canUpload ? { onUpload: (file: File) => upload(file, holdsUploads) } : {})}
      actions={actionNames?.map((name) => (
        <button key={name} type="button" className="fw-button">
          {name}
        </button>
      ))}
      onSubmit={(data) => {
        window.sent.push(data);
        if (!isHeld) return undefined;
        return new Promise<void>((resolve) => {
          window.release = resolve;
        });
      }}
      onChange={(data) => window.changed.push(data)}
    />
  );
  flushSync(() => {
    root.render(
      Activity === undefined ? (
        form
      ) : (
        <Activity mode={isHidden ? 'hidden' : 'visible'}>{form}</Activity>
      ),
    );
  });
}

const held = new Map<string, () => void>();
window.upload = (name) => held.get(name)?.();

async function upload(file: File, isKept: boolean): Promise<{ readonly url: string }> {
  await new Promise<void>((resolve) => {
    if (isKept) held.set(file.name, resolve);
    else requestAnimationFrame(() => resolve());
  });
  if (file.name.startsWith('bad')) throw new Error('refused on purpose');
  return { url: `https://files.example/${file.name}` };
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
