import { createTextsHook } from '../texts/use-texts.ts';

/** The texts of a person's history in one language, loaded with it. */
export interface PeopleTexts {
  readonly find: string;
  readonly filters: string;
  readonly skill: string;
  readonly state: string;
  readonly any: string;
  /** The states of tasks that no run of this browser has, or not in these words. */
  readonly states: Readonly<Record<'submitted' | 'working' | 'input-required', string>>;
  readonly from: string;
  readonly to: string;
  readonly clear: string;
  /** Says which filters in the address select nothing, because they do not exist. */
  readonly ignored: (filters: string) => string;
  readonly cut: string;
  readonly none: string;
  /** The title and the help of a history without tasks. */
  readonly empty: string;
  readonly emptyHelp: string;
  readonly found: (count: number) => string;
  readonly more: string;
  readonly failed: string;
  readonly everywhere: string;
  readonly onlyHere: string;
  readonly save: string;
  readonly saveCsv: string;
  readonly saveJson: string;
  readonly saveFailed: string;
  readonly share: string;
  readonly shareHelp: string;
  readonly shareLink: string;
  readonly shareWith: string;
  readonly person: string;
  readonly shared: string;
  readonly sharedWith: (person: string, day: string) => string;
  readonly noRole: string;
  readonly notYou: string;
  readonly shareFailed: string;
  readonly endFailed: string;
  readonly linkIs: string;
  readonly linkCopied: string;
  readonly shares: string;
  readonly byLink: string;
  readonly withPerson: (person: string) => string;
  readonly until: (day: string) => string;
  readonly endShare: string;
  readonly sharedWithMe: string;
  readonly sharedBy: (person: string) => string;
  readonly sent: string;
  readonly result: string;
  readonly noResult: string;
  readonly gone: string;
  readonly sharedFailed: string;
  /** The title and the help for a person who has to sign in before a link shows a task. */
  readonly linkWaits: string;
  readonly linkWaitsHelp: string;
  readonly print: string;
}

const ENGLISH: PeopleTexts = {
  find: 'Search your history',
  filters: 'Filters',
  skill: 'Skill',
  state: 'State',
  any: 'Any',
  states: { submitted: 'Queued', working: 'Running', 'input-required': 'Waiting for an answer' },
  from: 'From',
  to: 'To',
  clear: 'Clear filters',
  ignored: (filters) => `Ignored, because there is no such filter: ${filters}`,
  cut: 'Only the first 8 words count, up to 200 characters.',
  none: 'Nothing fits.',
  empty: 'Nothing here yet',
  emptyHelp: 'What you run appears here, on each of your devices.',
  found: (count) => (count === 1 ? '1 task' : `${count} tasks`),
  more: 'Show more',
  failed: 'Your history could not be loaded.',
  everywhere: 'Your history and drafts are now with you on every device.',
  onlyHere: 'In this browser only',
  save: 'Save as a file',
  saveCsv: 'Table (CSV)',
  saveJson: 'Data (JSON)',
  saveFailed: 'The file could not be saved.',
  share: 'Share this task',
  shareHelp: 'Others can only read it. Secrets are left out.',
  shareLink: 'Make a link',
  shareWith: 'Share',
  person: 'User ID of a colleague',
  shared: 'Shared',
  sharedWith: (person, day) => `Shared with ${person} until ${day}.`,
  noRole: 'A task is shared with one person. Enter their user ID, not a role.',
  notYou: 'This is you. Enter the user ID of somebody else.',
  shareFailed: 'This could not be shared. Try again.',
  endFailed: 'This is still shared. Try again.',
  linkIs: 'Anybody who is signed in here can open this link:',
  linkCopied: 'Link copied',
  shares: 'What you share',
  byLink: 'By link',
  withPerson: (person) => `With ${person}`,
  until: (day) => `until ${day}`,
  endShare: 'Stop sharing',
  sharedWithMe: 'Shared with you',
  sharedBy: (person) => `Shared by ${person}`,
  sent: 'What was sent',
  result: 'Result',
  noResult: 'There is no result yet.',
  gone: 'This task is no longer shared with you.',
  sharedFailed: 'This task could not be loaded. Try again later.',
  linkWaits: 'Somebody shares a task with you',
  linkWaitsHelp: 'Sign in to see it.',
  print: 'Print or save as PDF',
};

const GERMAN: PeopleTexts = {
  find: 'Verlauf durchsuchen',
  filters: 'Filter',
  skill: 'Fähigkeit',
  state: 'Stand',
  any: 'Alle',
  states: {
    submitted: 'In der Warteschlange',
    working: 'Läuft',
    'input-required': 'Wartet auf eine Antwort',
  },
  from: 'Von',
  to: 'Bis',
  clear: 'Filter löschen',
  ignored: (filters) => `Nicht berücksichtigt, weil es diese Filter nicht gibt: ${filters}`,
  cut: 'Nur die ersten 8 Wörter zählen, höchstens 200 Zeichen.',
  none: 'Nichts passt dazu.',
  empty: 'Noch ist nichts da',
  emptyHelp: 'Was Sie ausführen, erscheint hier, auf jedem Ihrer Geräte.',
  found: (count) => (count === 1 ? '1 Aufgabe' : `${count} Aufgaben`),
  more: 'Mehr anzeigen',
  failed: 'Ihr Verlauf konnte nicht geladen werden.',
  everywhere: 'Ihr Verlauf und Ihre Entwürfe sind jetzt auf jedem Gerät da.',
  onlyHere: 'Nur in diesem Browser',
  save: 'Als Datei speichern',
  saveCsv: 'Tabelle (CSV)',
  saveJson: 'Daten (JSON)',
  saveFailed: 'Die Datei konnte nicht gespeichert werden.',
  share: 'Diese Aufgabe teilen',
  shareHelp: 'Andere können sie nur lesen. Geheimnisse werden weggelassen.',
  shareLink: 'Link erstellen',
  shareWith: 'Teilen',
  person: 'Kennung einer Kollegin oder eines Kollegen',
  shared: 'Geteilt',
  sharedWith: (person, day) => `Mit ${person} geteilt bis ${day}.`,
  noRole: 'Eine Aufgabe wird mit einer Person geteilt. Geben Sie deren Kennung ein, keine Rolle.',
  notYou: 'Das sind Sie selbst. Geben Sie die Kennung einer anderen Person ein.',
  shareFailed: 'Das konnte nicht geteilt werden. Versuchen Sie es noch einmal.',
  endFailed: 'Das wird noch geteilt. Versuchen Sie es noch einmal.',
  linkIs: 'Diesen Link kann öffnen, wer hier angemeldet ist:',
  linkCopied: 'Link kopiert',
  shares: 'Was Sie teilen',
  byLink: 'Per Link',
  withPerson: (person) => `Mit ${person}`,
  until: (day) => `bis ${day}`,
  endShare: 'Nicht mehr teilen',
  sharedWithMe: 'Mit Ihnen geteilt',
  sharedBy: (person) => `Geteilt von ${person}`,
  sent: 'Was gesendet wurde',
  result: 'Ergebnis',
  noResult: 'Es gibt noch kein Ergebnis.',
  gone: 'Diese Aufgabe wird nicht mehr mit Ihnen geteilt.',
  sharedFailed: 'Diese Aufgabe konnte nicht geladen werden. Versuchen Sie es später noch einmal.',
  linkWaits: 'Jemand teilt eine Aufgabe mit Ihnen',
  linkWaitsHelp: 'Melden Sie sich an, um sie zu sehen.',
  print: 'Drucken oder als PDF speichern',
};

const ARABIC: PeopleTexts = {
  find: 'ابحث في سجلك',
  filters: 'عوامل التصفية',
  skill: 'المهارة',
  state: 'الحالة',
  any: 'الكل',
  states: {
    submitted: 'في قائمة الانتظار',
    working: 'قيد التنفيذ',
    'input-required': 'بانتظار إجابة',
  },
  from: 'من',
  to: 'إلى',
  clear: 'امسح عوامل التصفية',
  ignored: (filters) => `تُرك لعدم وجود عامل تصفية كهذا: \u2068${filters}\u2069`,
  cut: 'تُحتسب أول 8 كلمات فقط، بحد أقصى 200 حرف.',
  none: 'لا شيء يطابق ذلك.',
  empty: 'لا شيء هنا بعد',
  emptyHelp: 'يظهر هنا ما تشغّله، على كل أجهزتك.',
  found: (count) => `عدد المهام: ${count}`,
  more: 'أظهر المزيد',
  failed: 'تعذّر تحميل سجلك.',
  everywhere: 'سجلك ومسوداتك معك الآن على كل جهاز.',
  onlyHere: 'في هذا المتصفح فقط',
  save: 'احفظ كملف',
  saveCsv: 'جدول (CSV)',
  saveJson: 'بيانات (JSON)',
  saveFailed: 'تعذّر حفظ الملف.',
  share: 'شارك هذه المهمة',
  shareHelp: 'يمكن للآخرين قراءتها فقط. تُحذف الأسرار.',
  shareLink: 'أنشئ رابطًا',
  shareWith: 'شارك',
  person: 'معرّف زميل',
  shared: 'تمت المشاركة',
  sharedWith: (person, day) => `تمت المشاركة مع \u2068${person}\u2069 حتى ${day}.`,
  noRole: 'تُشارَك المهمة مع شخص واحد. أدخل معرّفه، لا دورًا.',
  notYou: 'هذا أنت. أدخل معرّف شخص آخر.',
  shareFailed: 'تعذّرت المشاركة. حاول مرة أخرى.',
  endFailed: 'ما زالت المشاركة قائمة. حاول مرة أخرى.',
  linkIs: 'يمكن لأي شخص سجّل الدخول هنا فتح هذا الرابط:',
  linkCopied: 'نُسخ الرابط',
  shares: 'ما تشاركه',
  byLink: 'عبر رابط',
  withPerson: (person) => `مع \u2068${person}\u2069`,
  until: (day) => `حتى ${day}`,
  endShare: 'أوقف المشاركة',
  sharedWithMe: 'تمت مشاركته معك',
  sharedBy: (person) => `شاركها \u2068${person}\u2069`,
  sent: 'ما أُرسل',
  result: 'النتيجة',
  noResult: 'لا نتيجة بعد.',
  gone: 'لم تعد هذه المهمة مشاركة معك.',
  sharedFailed: 'تعذّر تحميل هذه المهمة. حاول لاحقًا.',
  linkWaits: 'شارك شخص مهمة معك',
  linkWaitsHelp: 'سجّل الدخول لتراها.',
  print: 'اطبع أو احفظ بصيغة PDF',
};

/** Returns the texts of a person's history in the language of the page. */
export const usePeopleTexts: () => PeopleTexts = createTextsHook({
  en: ENGLISH,
  de: GERMAN,
  ar: ARABIC,
});
