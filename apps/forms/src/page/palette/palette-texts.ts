import { createTextsHook } from '../texts/use-texts.ts';
import type { CommandGroup } from './rank-commands.ts';

/** The texts of the search, in one language. */
export interface PaletteTexts {
  readonly label: string;
  readonly hint: string;
  readonly groups: Readonly<Record<CommandGroup, string>>;
  readonly nothing: string;
  readonly found: (count: number) => string;
  readonly keys: string;
  readonly start: string;
  readonly newRun: (skill: string) => string;
  readonly batch: (skill: string) => string;
  readonly compare: string;
  readonly link: string;
  readonly check: string;
  readonly light: string;
  readonly dark: string;
  readonly system: string;
  readonly language: string;
  readonly console: string;
  readonly consoleNote: string;
  readonly open: (address: string) => string;
}

const ENGLISH: PaletteTexts = {
  label: 'Search skills, runs, agents and actions',
  hint: 'What do you want to do?',
  groups: {
    places: 'Do and go',
    skills: 'Skills',
    runs: 'Runs',
    agents: 'Agents',
    settings: 'Settings',
  },
  nothing: 'Nothing found. Try another word.',
  found: (count) => (count === 1 ? '1 found' : `${count} found`),
  keys: '↑ ↓ to choose · Enter to open · Esc to close',
  start: 'Start page of the agent',
  newRun: (skill) => `New: ${skill}`,
  batch: (skill) => `Run a whole table: ${skill}`,
  compare: 'Compare this run with another one',
  link: 'Copy a link to this page',
  check: 'Check a document',
  light: 'Light colours',
  dark: 'Dark colours',
  system: 'Colours of the system',
  language: 'Language',
  console: 'Console',
  consoleNote: 'For those who operate the agent',
  open: (address) => `Open the agent ${address}`,
};

const GERMAN: PaletteTexts = {
  label: 'Fähigkeiten, Ausführungen, Agenten und Aktionen suchen',
  hint: 'Was wollen Sie tun?',
  groups: {
    places: 'Tun und gehen',
    skills: 'Fähigkeiten',
    runs: 'Ausführungen',
    agents: 'Agenten',
    settings: 'Einstellungen',
  },
  nothing: 'Nichts gefunden. Versuchen Sie ein anderes Wort.',
  found: (count) => `${count} gefunden`,
  keys: '↑ ↓ wählt · Enter öffnet · Esc schließt',
  start: 'Startseite des Agenten',
  newRun: (skill) => `Neu: ${skill}`,
  batch: (skill) => `Eine ganze Tabelle ausführen: ${skill}`,
  compare: 'Diese Ausführung mit einer anderen vergleichen',
  link: 'Link zu dieser Seite kopieren',
  check: 'Dokument prüfen',
  light: 'Helle Farben',
  dark: 'Dunkle Farben',
  system: 'Farben des Systems',
  language: 'Sprache',
  console: 'Konsole',
  consoleNote: 'Für alle, die den Agenten betreiben (console)',
  open: (address) => `Den Agenten ${address} öffnen`,
};

const ARABIC: PaletteTexts = {
  label: 'ابحث في المهارات والتشغيلات والوكلاء والإجراءات',
  hint: 'ماذا تريد أن تفعل؟',
  groups: {
    places: 'إجراءات وأماكن',
    skills: 'المهارات',
    runs: 'التشغيلات',
    agents: 'الوكلاء',
    settings: 'الإعدادات',
  },
  nothing: 'لم يُعثر على شيء. جرّب كلمة أخرى.',
  found: (count) => `عُثر على ${count}`,
  keys: '↑ ↓ للاختيار · Enter للفتح · Esc للإغلاق',
  start: 'صفحة البداية للوكيل',
  newRun: (skill) => `جديد: ${skill}`,
  batch: (skill) => `شغّل جدولًا كاملًا: ${skill}`,
  compare: 'قارن هذا التشغيل بآخر',
  link: 'انسخ رابط هذه الصفحة',
  check: 'افحص مستندًا',
  light: 'ألوان فاتحة',
  dark: 'ألوان داكنة',
  system: 'ألوان النظام',
  language: 'اللغة',
  console: 'لوحة التشغيل',
  consoleNote: 'لمن يشغّلون الوكيل (console)',
  open: (address) => `افتح الوكيل ${address}`,
};

/** Returns the texts of the search, in the language of the page. */
export const usePaletteTexts: () => PaletteTexts = createTextsHook({
  en: ENGLISH,
  de: GERMAN,
  ar: ARABIC,
});
