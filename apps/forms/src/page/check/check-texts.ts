import { createTextsHook } from '../texts/use-texts.ts';

/** The texts of the screen that checks documents in one language, loaded with it. */
export interface CheckTexts {
  readonly title: string;
  readonly lead: string;
  readonly back: string;
  readonly address: string;
  readonly fetch: string;
  readonly addressWrong: string;
  readonly fetching: string;
  readonly file: string;
  readonly chooseFile: string;
  readonly document: string;
  readonly documentHelp: string;
  readonly tooLarge: string;
  readonly failed: string;
  readonly dialect: string;
  readonly kind: string;
  readonly detect: string;
  readonly nothing: string;
  readonly valid: (what: string) => string;
  readonly problems: (count: number) => string;
  readonly unknown: string;
  /**
   * The hint at a document with problems: the kind of document that it resembles, and the members
   * that it lacks.
   */
  readonly looksLike: (what: string, missing: readonly string[]) => string;
  /** The words for "agent card" in the middle of a sentence. */
  readonly card: string;
  readonly takenFor: (what: string) => string;
  readonly warnings: string;
  readonly place: (line: number, column: number) => string;
  readonly schema: string;
  readonly schemaOf: (pointer: string) => string;
  readonly why: string;
  readonly share: string;
  readonly shared: string;
  readonly shareTooLong: string;
  readonly shareHelp: string;
  readonly linkBroken: string;
}

const ENGLISH: CheckTexts = {
  title: 'Check a document',
  lead: 'Paste a card, message, task, event, request or response: you see its kind, and its faults.',
  back: 'Back to the agent',
  address: 'Address of a document',
  fetch: 'Fetch',
  addressWrong: 'This must be an address that begins with http:// or https://.',
  fetching: 'Fetching …',
  file: 'Or a file',
  chooseFile: 'Choose a file',
  document: 'Document',
  documentHelp: 'Paste JSON, or drop a file here. It stays in your browser.',
  tooLarge: 'This is too large to be checked here: at most 2 million characters.',
  failed: 'This document cannot be checked here. Use the command formwork validate.',
  dialect: 'Dialect',
  kind: 'What it is',
  detect: 'Detect automatically',
  nothing: 'Nothing to check yet.',
  valid: (what) => `Valid: ${what}`,
  problems: (count) => (count === 1 ? '1 problem' : `${count} problems`),
  unknown: 'This is not a known document. Choose what it must be.',
  looksLike: (what, missing) =>
    missing.length === 0
      ? `This looks like ${what}.`
      : `This looks like ${what}; ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
  card: 'an agent card',
  takenFor: (what) => `Taken for: ${what}`,
  warnings: 'Doubtful',
  place: (line, column) => `Line ${line}, column ${column}`,
  schema: 'Schema',
  schemaOf: (pointer) => `What the schema says at ${pointer}`,
  why: 'Why this was taken for what it is',
  share: 'Copy a link to this document',
  shared: 'The link is copied. It holds the whole document.',
  shareTooLong: 'This document is too large for a link. Share the file instead.',
  shareHelp: 'The document is in the link itself and is sent to no server.',
  linkBroken: 'The document in this link cannot be read. It may have been cut off.',
};

const GERMAN: CheckTexts = {
  title: 'Ein Dokument prüfen',
  lead: 'Eine Karte, Nachricht, Aufgabe, ein Ereignis, eine Anfrage oder Antwort: Was es ist, wird erkannt, und was daran falsch ist.',
  back: 'Zurück zum Agenten',
  address: 'Adresse eines Dokuments',
  fetch: 'Holen',
  addressWrong: 'Das muss eine Adresse sein, die mit http:// oder https:// beginnt.',
  fetching: 'Wird geholt …',
  file: 'Oder eine Datei',
  chooseFile: 'Datei auswählen',
  document: 'Dokument',
  documentHelp: 'JSON einfügen oder eine Datei hierher ziehen. Es bleibt in Ihrem Browser.',
  tooLarge: 'Das ist zu groß, um hier geprüft zu werden: höchstens 2 Millionen Zeichen.',
  failed:
    'Dieses Dokument kann hier nicht geprüft werden. Nehmen Sie den Befehl formwork validate.',
  dialect: 'Dialekt',
  kind: 'Was es ist',
  detect: 'Automatisch erkennen',
  nothing: 'Noch nichts zu prüfen.',
  valid: (what) => `Gültig: ${what}`,
  problems: (count) => (count === 1 ? '1 Problem' : `${count} Probleme`),
  unknown: 'Das ist kein bekanntes Dokument. Wählen Sie, was es sein soll.',
  looksLike: (what, missing) =>
    missing.length === 0
      ? `Das sieht aus wie ${what}.`
      : `Das sieht aus wie ${what}; ${missing.join(', ')} ${missing.length === 1 ? 'fehlt' : 'fehlen'}.`,
  card: 'eine Agentenkarte',
  takenFor: (what) => `Gehalten für: ${what}`,
  warnings: 'Zweifelhaft',
  place: (line, column) => `Zeile ${line}, Spalte ${column}`,
  schema: 'Schema',
  schemaOf: (pointer) => `Was das Schema bei ${pointer} sagt`,
  why: 'Warum es dafür gehalten wurde',
  share: 'Link zu diesem Dokument kopieren',
  shared: 'Der Link ist kopiert. Er enthält das ganze Dokument.',
  shareTooLong: 'Dieses Dokument ist zu groß für einen Link. Geben Sie die Datei weiter.',
  shareHelp: 'Das Dokument steht im Link selbst und wird an keinen Server gesendet.',
  linkBroken: 'Das Dokument in diesem Link ist nicht lesbar. Vielleicht wurde er abgeschnitten.',
};

const ARABIC: CheckTexts = {
  title: 'افحص مستندًا',
  lead: 'بطاقة أو رسالة أو مهمة أو حدث أو طلب أو رد: يُعرَف ما هو وما الخطأ فيه.',
  back: 'العودة إلى الوكيل',
  address: 'عنوان مستند',
  fetch: 'اجلب',
  addressWrong: 'يجب أن يكون عنوانًا يبدأ بـ http:// أو https://.',
  fetching: 'جارٍ الجلب …',
  file: 'أو ملف',
  chooseFile: 'اختيار ملف',
  document: 'المستند',
  documentHelp: 'الصق JSON أو أفلت ملفًا هنا. يبقى في متصفحك.',
  tooLarge: 'هذا أكبر من أن يُفحص هنا: مليونا حرف على الأكثر.',
  failed: 'لا يمكن فحص هذا المستند هنا. استخدم الأمر formwork validate.',
  dialect: 'اللهجة',
  kind: 'ما هو',
  detect: 'اكتشاف تلقائي',
  nothing: 'لا شيء للفحص بعد.',
  valid: (what) => `صالح: \u2068${what}\u2069`,
  problems: (count) => `عدد المشكلات: ${count}`,
  unknown: 'هذا ليس مستندًا معروفًا. اختر ما يجب أن يكون.',
  looksLike: (what, missing) =>
    missing.length === 0 ? `يبدو هذا ${what}.` : `يبدو هذا ${what}، وينقصه: ${missing.join('، ')}.`,
  card: 'بطاقة وكيل',
  takenFor: (what) => `اعتُبر: \u2068${what}\u2069`,
  warnings: 'مشكوك فيه',
  place: (line, column) => `السطر ${line}، العمود ${column}`,
  schema: 'المخطط',
  schemaOf: (pointer) => `ما يقوله المخطط عند \u2068${pointer}\u2069`,
  why: 'لماذا اعتُبر كذلك',
  share: 'انسخ رابطًا لهذا المستند',
  shared: 'نُسخ الرابط. وهو يحوي المستند كله.',
  shareTooLong: 'هذا المستند أكبر من أن يسعه رابط. شارك الملف بدلًا منه.',
  shareHelp: 'المستند في الرابط نفسه ولا يُرسل إلى أي خادم.',
  linkBroken: 'تعذرت قراءة المستند في هذا الرابط. ربما قُطع.',
};

/** Returns the texts of the screen that checks documents, in the language of the page. */
export const useCheckTexts: () => CheckTexts = createTextsHook({
  en: ENGLISH,
  de: GERMAN,
  ar: ARABIC,
});
