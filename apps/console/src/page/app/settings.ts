import { chooseLanguage, LANGUAGES, type Language } from '@formwork/react/internal';

/** The colours of the page: those of the operating system, or always light or dark. */
export type Scheme = 'system' | 'light' | 'dark';

/** The settings that a person has chosen for the console in this browser. */
export interface Settings {
  readonly language: Language;
  readonly scheme: Scheme;
}

const KEY = 'formwork.console';

/** Reads the settings that were chosen in this browser before; defaults come from the browser. */
export function readSettings(): Settings {
  const [language, scheme] = (readStored() ?? '').split(' ');
  return {
    language:
      LANGUAGES.find(([name]) => name === language)?.[0] ?? chooseLanguage(navigator.languages),
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : 'system',
  };
}

/** Stores the settings, if the browser allows it. */
export function writeSettings({ language, scheme }: Settings): void {
  try {
    localStorage.setItem(KEY, `${language} ${scheme}`);
  } catch {
    // If the browser stores nothing, the settings last as long as the page.
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
