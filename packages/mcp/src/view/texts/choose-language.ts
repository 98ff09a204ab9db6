import { ARABIC, ENGLISH, GERMAN, type Messages } from '@formwork/react';

/** The texts of the page itself in one language. */
export interface Texts {
  /** The text that the page shows until the host sends something. */
  readonly waiting: string;
  /** The text that the page shows while the model writes the arguments. */
  readonly preparing: string;
  /** The label of the button that opens the form with the values of the last call. */
  readonly change: string;
  /** The label of the button that closes the form without sending. */
  readonly back: string;
  /** The label of the button that asks the model to continue. */
  readonly goOn: string;
  /** The message that the button {@link goOn} sends to the chat in the person's name. */
  readonly goOnMessage: (title: string) => string;
  /** The text that tells a person which remote agent gets the form. */
  readonly agent: (alias: string) => string;
  readonly openLink: (host: string) => string;
  readonly open: string;
  readonly cancel: string;
  /** The notice that the host cannot open links. */
  readonly noLinks: string;
  /** The notice that the host cannot save files. */
  readonly noDownloads: string;
  /** The notice that the host has refused to open a link or save a file. */
  readonly refused: string;
  /** The notice in place of a page that cannot be drawn. */
  readonly notDrawn: string;
}

const GERMAN_TEXTS: Texts = {
  waiting: 'Warten auf den Assistenten…',
  preparing: 'Der Assistent füllt das Formular aus.',
  change: 'Ändern und erneut senden',
  back: 'Zurück',
  goOn: 'Im Chat weitermachen',
  goOnMessage: (title) => `Ich habe „${title}“ ausgefüllt. Bitte mach mit dem Ergebnis weiter.`,
  agent: (alias) => `Entfernter Agent: ${alias}`,
  openLink: (host) => `${host} öffnen?`,
  open: 'Öffnen',
  cancel: 'Abbrechen',
  noLinks: 'Diese App kann keine Links öffnen. Kopieren Sie die Adresse, wenn Sie ihr vertrauen.',
  noDownloads: 'Diese App kann keine Dateien speichern.',
  refused: 'Die App hat abgelehnt.',
  notDrawn: 'Dies kann hier nicht angezeigt werden. Machen Sie im Chat weiter.',
};

const ENGLISH_TEXTS: Texts = {
  waiting: 'Waiting for the assistant…',
  preparing: 'The assistant fills in the form.',
  change: 'Change and send again',
  back: 'Back',
  goOn: 'Continue in the chat',
  goOnMessage: (title) => `I filled in "${title}". Please continue with the result.`,
  agent: (alias) => `Remote agent: ${alias}`,
  openLink: (host) => `Open ${host}?`,
  open: 'Open',
  cancel: 'Cancel',
  noLinks: 'This app cannot open links. Copy the address if you trust it.',
  noDownloads: 'This app cannot save files.',
  refused: 'The app refused.',
  notDrawn: 'This cannot be shown here. Continue in the chat.',
};

const ARABIC_TEXTS: Texts = {
  waiting: 'في انتظار المساعد…',
  preparing: 'المساعد يملأ النموذج.',
  change: 'تعديل وإرسال من جديد',
  back: 'رجوع',
  goOn: 'المتابعة في المحادثة',
  goOnMessage: (title) => `لقد استخدمت النموذج «${title}». يرجى المتابعة بما نتج عنه.`,
  agent: (alias) => `وكيل بعيد: ${alias}`,
  openLink: (host) => `هل تريد فتح ${host}؟`,
  open: 'فتح',
  cancel: 'إلغاء',
  noLinks: 'هذا التطبيق لا يفتح الروابط. انسخ العنوان إن كنت تثق به.',
  noDownloads: 'هذا التطبيق لا يحفظ الملفات.',
  refused: 'لم ينفّذ التطبيق ذلك.',
  notDrawn: 'يتعذر عرض هذا هنا. تابع في المحادثة.',
};

/** A language of the page. */
export interface Language {
  readonly messages: Messages;
  readonly texts: Texts;
}

/** The language and the colors of the page. */
export interface CardAppearance extends Language {
  readonly colorScheme: 'light' | 'dark' | 'system';
}

/** The languages besides the default. */
const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ['de', { messages: GERMAN, texts: GERMAN_TEXTS }],
  ['ar', { messages: ARABIC, texts: ARABIC_TEXTS }],
]);

const DEFAULT: Language = { messages: ENGLISH, texts: ENGLISH_TEXTS };

/** Chooses the page's language: that of the host, else that of the browser, else English. */
export function chooseLanguage(locale: string): Language {
  const [language = ''] = (locale === '' ? navigator.language : locale).toLowerCase().split('-');
  return LANGUAGES.get(language) ?? DEFAULT;
}
