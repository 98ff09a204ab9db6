import { createContext, useContext } from 'react';
import type { Settings } from './settings.ts';

/** The settings, and what changes them. */
export interface SettingsControl {
  readonly settings: Settings;
  readonly change: (changes: Partial<Settings>) => void;
}

/** Hands the settings down. */
export const SettingsContext = createContext<SettingsControl>({
  settings: { language: 'en', scheme: 'system', isDetailsOpen: false },
  change() {},
});

/** The settings of the page. */
export function useSettings(): SettingsControl {
  return useContext(SettingsContext);
}
