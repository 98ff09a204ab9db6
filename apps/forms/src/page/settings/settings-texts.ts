import { createTextsHook } from '../texts/use-texts.ts';
import type { Settings } from '../workspace/settings.ts';
import type { StoredData } from './stored-data.ts';

/** The texts of the settings, in one language. */
export interface SettingsTexts {
  readonly language: string;
  readonly scheme: string;
  readonly schemes: Readonly<Record<Settings['scheme'], string>>;
  readonly notices: string;
  readonly noticesHelp: string;
  readonly noticesAsk: string;
  readonly noticesOn: string;
  readonly noticesDenied: string;
  readonly keys: string;
  readonly keysOf: Readonly<Record<'search' | 'send' | 'close', string>>;
  readonly data: string;
  readonly stored: (data: StoredData, size: string) => string;
  readonly storedNothing: string;
  readonly remove: string;
  readonly removeSure: string;
  readonly removeYes: string;
  readonly removeNo: string;
  readonly check: string;
}

const ENGLISH: SettingsTexts = {
  language: 'Language',
  scheme: 'Colours',
  schemes: { system: 'Same as device', light: 'Light', dark: 'Dark' },
  notices: 'Notifications',
  noticesHelp:
    'When a task of more than 10 seconds ends or asks something while you are elsewhere.',
  noticesAsk: 'Notify me when a task ends',
  noticesOn: 'Notifications are on',
  noticesDenied: 'This browser blocks them. Allow notifications for this page in its settings.',
  keys: 'Keyboard',
  keysOf: { search: 'Search and commands', send: 'Send the form', close: 'Close what is open' },
  data: 'In this browser',
  stored: ({ runs, drafts, agents }, size) =>
    `${count(runs, 'run', 'runs')}, ${count(drafts, 'draft', 'drafts')}, ${count(agents, 'agent', 'agents')} · ${size}`,
  storedNothing: 'Nothing is stored.',
  remove: 'Delete all of it',
  removeSure: 'History, drafts, agents and settings will be gone. Tasks at agents go on.',
  removeYes: 'Delete',
  removeNo: 'Keep',
  check: 'Check a document',
};

const GERMAN: SettingsTexts = {
  language: 'Sprache',
  scheme: 'Farben',
  schemes: { system: 'Wie das Gerät', light: 'Hell', dark: 'Dunkel' },
  notices: 'Benachrichtigungen',
  noticesHelp:
    'Wenn eine Aufgabe von mehr als 10 Sekunden endet oder etwas fragt, während Sie woanders sind.',
  noticesAsk: 'Benachrichtigen, wenn eine Aufgabe endet',
  noticesOn: 'Benachrichtigungen sind an',
  noticesDenied:
    'Dieser Browser sperrt sie. Erlauben Sie in seinen Einstellungen Benachrichtigungen für diese Seite.',
  keys: 'Tastatur',
  keysOf: {
    search: 'Suche und Befehle',
    send: 'Formular senden',
    close: 'Schließen, was offen ist',
  },
  data: 'In diesem Browser',
  stored: ({ runs, drafts, agents }, size) =>
    `${count(runs, 'Ausführung', 'Ausführungen')}, ${count(drafts, 'Entwurf', 'Entwürfe')}, ${count(agents, 'Agent', 'Agenten')} · ${size}`,
  storedNothing: 'Es ist nichts gespeichert.',
  remove: 'Alles löschen',
  removeSure:
    'Verlauf, Entwürfe, Agenten und Einstellungen sind dann weg. Aufgaben bei Agenten laufen weiter.',
  removeYes: 'Löschen',
  removeNo: 'Behalten',
  check: 'Dokument prüfen',
};

const ARABIC: SettingsTexts = {
  language: 'اللغة',
  scheme: 'الألوان',
  schemes: { system: 'كما في النظام', light: 'فاتح', dark: 'داكن' },
  notices: 'الإشعارات',
  noticesHelp: 'حين تنتهي مهمة تجاوزت 10 ثوانٍ أو تطرح سؤالًا وأنت بعيد عن الصفحة.',
  noticesAsk: 'أعلمني عند انتهاء مهمة',
  noticesOn: 'الإشعارات مفعّلة',
  noticesDenied: 'يحجبها هذا المتصفح. اسمح بالإشعارات لهذه الصفحة في إعداداته.',
  keys: 'لوحة المفاتيح',
  keysOf: { search: 'البحث والأوامر', send: 'إرسال النموذج', close: 'إغلاق المفتوح' },
  data: 'في هذا المتصفح',
  stored: ({ runs, drafts, agents }, size) =>
    `تشغيلات: ${runs}، مسودات: ${drafts}، وكلاء: ${agents} · ${size}`,
  storedNothing: 'لا شيء محفوظ.',
  remove: 'احذف كل ذلك',
  removeSure: 'سيُحذف السجل والمسودات والوكلاء والإعدادات. تستمر المهام لدى الوكلاء.',
  removeYes: 'احذف',
  removeNo: 'أبقِها',
  check: 'افحص مستندًا',
};

/** Returns the texts of the settings, in the language of the page. */
export const useSettingsTexts: () => SettingsTexts = createTextsHook({
  en: ENGLISH,
  de: GERMAN,
  ar: ARABIC,
});

function count(number: number, singular: string, many: string): string {
  return `${number} ${number === 1 ? singular : many}`;
}
