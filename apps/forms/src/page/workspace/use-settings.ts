import { createContext, useContext } from 'react';
import type { Settings } from './settings.ts';

/** The settings of the page, with the function that changes and stores them. */
export interface SettingsControl {
  readonly settings: Settings;
  readonly change: (changes: Partial<Settings>) => void;
}

/** The React context that holds the settings of the page. */
export const SettingsContext = createContext<SettingsControl>({
  settings: { language: 'en', scheme: 'system', isDetailsOpen: false },
  change() {},
});

/** Returns the settings of the page, with the function that changes them. */
export function useSettings(): SettingsControl {
  return useContext(SettingsContext);
}
