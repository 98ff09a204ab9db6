import { createTextsHook } from '../texts/use-texts.ts';

/**
 * The texts of batches (tables whose rows are run one by one) in one language, loaded with their
 * screen.
 */
export interface BatchTexts {
  readonly batchTitle: string;
  /** The sentence about a table with so many rows left, begun at `time`. */
  readonly batchLeft: (count: number, time: string) => string;
  readonly batchGoOn: string;
  readonly batchDiscard: string;
  readonly batchHelp: string;
  readonly batchFile: string;
  readonly batchChoose: string;
  readonly batchPaste: string;
  readonly batchRead: string;
  readonly batchUnreadable: (line: number) => string;
  readonly batchOpenQuote: (line: number) => string;
  readonly batchTooBig: string;
  readonly batchEmpty: string;
  readonly batchCut: (rows: number) => string;
  readonly batchColumns: string;
  readonly batchColumn: (column: string) => string;
  readonly batchSkip: string;
  readonly batchMissing: (fields: string) => string;
  readonly batchRows: (good: number, bad: number) => string;
  readonly batchRow: string;
  readonly batchProblem: string;
  readonly batchStart: (count: number) => string;
  readonly batchAgain: (count: number) => string;
  readonly batchProgress: (done: number, all: number) => string;
  readonly batchDownload: string;
  readonly batchDownloadJson: string;
  readonly batchState: string;
  readonly batchAsked: string;
  readonly batchBack: string;
  readonly ready: string;
  readonly waiting: string;
  readonly running: string;
}

const ENGLISH: BatchTexts = {
  batchTitle: 'Run for many rows',
  batchLeft: (count, time) =>
    `${count === 1 ? '1 row' : `${count} rows`} of the table of ${time} had no result when the page was closed or reloaded.`,
  batchGoOn: 'Go on with it',
  batchDiscard: 'Discard',
  batchHelp: 'A table as CSV, or one JSON object a line. The first row names the columns.',
  batchFile: 'File',
  batchChoose: 'Choose a file',
  batchPaste: 'Or paste the table',
  batchRead: 'Read the table',
  batchUnreadable: (line) => `Line ${line} is not JSON: check its quotes and brackets`,
  batchOpenQuote: (line) => `The quote in line ${line} is never closed: add a closing quote`,
  batchTooBig: 'The file is too large: 5 MB at most',
  batchEmpty: 'There are no rows yet: pick a file or paste a table',
  batchCut: (rows) => `Only the first ${rows} rows are used.`,
  batchColumns: 'What each column means',
  batchColumn: (column) => `Column “${column}”`,
  batchSkip: 'Leave out',
  batchMissing: (fields) => `No column for: ${fields}`,
  batchRows: (good, bad) =>
    bad === 0
      ? `${good} ${good === 1 ? 'row is' : 'rows are'} ready`
      : `${good} ${good === 1 ? 'row is' : 'rows are'} ready, ${bad} ${bad === 1 ? 'has a problem' : 'have problems'}`,
  batchRow: 'Row',
  batchProblem: 'Problem',
  batchStart: (count) => (count === 1 ? 'Run 1 row' : `Run ${count} rows`),
  batchAgain: (count) => (count === 1 ? 'Run 1 row again' : `Run ${count} rows again`),
  batchProgress: (done, all) => `${done} of ${all} done`,
  batchDownload: 'Download as CSV',
  batchDownloadJson: 'Download as JSON',
  batchState: 'State',
  batchAsked: 'Asks a question: open it in the history',
  batchBack: 'Back to the form',
  ready: 'Ready',
  waiting: 'Waiting',
  running: 'Working',
};

const GERMAN: BatchTexts = {
  batchTitle: 'Für viele Zeilen ausführen',
  batchLeft: (count, time) =>
    `${count === 1 ? '1 Zeile' : `${count} Zeilen`} der Tabelle vom ${time} ${count === 1 ? 'hatte' : 'hatten'} kein Ergebnis, als die Seite geschlossen oder neu geladen wurde.`,
  batchGoOn: 'Damit fortfahren',
  batchDiscard: 'Verwerfen',
  batchHelp:
    'Eine Tabelle als CSV, oder ein JSON-Objekt je Zeile. Die erste Zeile nennt die Spalten.',
  batchFile: 'Datei',
  batchChoose: 'Datei auswählen',
  batchPaste: 'Oder die Tabelle einfügen',
  batchRead: 'Tabelle lesen',
  batchUnreadable: (line) =>
    `Zeile ${line} ist kein JSON: Prüfen Sie Anführungszeichen und Klammern`,
  batchOpenQuote: (line) =>
    `Das Anführungszeichen in Zeile ${line} wird nie geschlossen: Bitte schließen`,
  batchTooBig: 'Die Datei ist zu groß: höchstens 5 MB',
  batchEmpty: 'Es gibt noch keine Zeilen: Wählen Sie eine Datei oder fügen Sie eine Tabelle ein',
  batchCut: (rows) => `Nur die ersten ${rows} Zeilen werden verwendet.`,
  batchColumns: 'Was jede Spalte bedeutet',
  batchColumn: (column) => `Spalte „${column}“`,
  batchSkip: 'Weglassen',
  batchMissing: (fields) => `Keine Spalte für: ${fields}`,
  batchRows: (good, bad) =>
    bad === 0
      ? `${good} ${good === 1 ? 'Zeile ist' : 'Zeilen sind'} bereit`
      : `${good} ${good === 1 ? 'Zeile ist' : 'Zeilen sind'} bereit, ${bad} mit Problemen`,
  batchRow: 'Zeile',
  batchProblem: 'Problem',
  batchStart: (count) => (count === 1 ? '1 Zeile ausführen' : `${count} Zeilen ausführen`),
  batchAgain: (count) =>
    count === 1 ? '1 Zeile noch einmal ausführen' : `${count} Zeilen noch einmal ausführen`,
  batchProgress: (done, all) => `${done} von ${all} fertig`,
  batchDownload: 'Als CSV herunterladen',
  batchDownloadJson: 'Als JSON herunterladen',
  batchState: 'Stand',
  batchAsked: 'Stellt eine Frage: im Verlauf öffnen',
  batchBack: 'Zurück zum Formular',
  ready: 'Bereit',
  waiting: 'Wartet',
  running: 'In Arbeit',
};

const ARABIC: BatchTexts = {
  batchTitle: 'شغّل لصفوف كثيرة',
  batchLeft: (count, time) =>
    `صفوف بلا نتيجة من جدول ${time} عند إغلاق الصفحة أو إعادة تحميلها: ${count}.`,
  batchGoOn: 'تابع',
  batchDiscard: 'تجاهله',
  batchHelp: 'جدول بصيغة CSV، أو كائن JSON في كل سطر. الصف الأول يسمّي الأعمدة.',
  batchFile: 'ملف',
  batchChoose: 'اختيار ملف',
  batchPaste: 'أو ألصق الجدول',
  batchRead: 'اقرأ الجدول',
  batchUnreadable: (line) => `السطر ${line} ليس JSON: تحقق من علامات الاقتباس والأقواس`,
  batchOpenQuote: (line) => `علامة الاقتباس في السطر ${line} لا تُغلق: أضف علامة الإغلاق`,
  batchTooBig: 'الملف كبير جدًا: 5 ميغابايت على الأكثر',
  batchEmpty: 'لا توجد صفوف بعد: اختر ملفًا أو ألصق جدولًا',
  batchCut: (rows) => `تُستخدم أول ${rows} صفوف فقط.`,
  batchColumns: 'ما يعنيه كل عمود',
  batchColumn: (column) => `العمود «${column}»`,
  batchSkip: 'اتركه',
  batchMissing: (fields) => `لا عمود لـ: ${fields}`,
  batchRows: (good, bad) =>
    bad === 0 ? `${good} صفوف جاهزة` : `${good} صفوف جاهزة، و${bad} فيها مشكلات`,
  batchRow: 'صف',
  batchProblem: 'مشكلة',
  batchStart: (count) => `شغّل ${count} صفوف`,
  batchAgain: (count) => `شغّل ${count} صفوف مرة أخرى`,
  batchProgress: (done, all) => `تم ${done} من ${all}`,
  batchDownload: 'نزّل بصيغة CSV',
  batchDownloadJson: 'نزّل بصيغة JSON',
  batchState: 'الحالة',
  batchAsked: 'يطرح سؤالًا: افتحه من السجل',
  batchBack: 'العودة إلى النموذج',
  ready: 'جاهز',
  waiting: 'ينتظر',
  running: 'قيد العمل',
};

/**
 * Returns the texts of batches (tables whose rows are run one by one) in the language of the page.
 */
export const useBatchTexts: () => BatchTexts = createTextsHook({
  en: ENGLISH,
  de: GERMAN,
  ar: ARABIC,
});
