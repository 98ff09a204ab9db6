import { type PageAppearance, readPageAppearance } from '@formwork/react/internal';
import { type ConsoleLanguage, CONSOLE_LANGUAGES } from '../texts/use-texts.ts';

/** The settings that a person has chosen for the console in this browser. */
export type Settings = PageAppearance<ConsoleLanguage>;

const KEY = 'formwork.console';

/** Reads the settings that were chosen in this browser before; defaults come from the browser. */
export function readSettings(): Settings {
  const [language, scheme] = (readStored() ?? '').split(' ');
  return readPageAppearance({ language, scheme }, CONSOLE_LANGUAGES);
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
