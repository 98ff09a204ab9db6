import type { ResultMessages } from './result-messages.ts';

/** Die Texte um ein Ergebnis auf Deutsch. */
export const GERMAN_RESULT: ResultMessages = {
  result: 'Ergebnis',
  views: 'Ansichten des Ergebnisses',
  waiting: 'Das Ergebnis kommt noch',
  nothing: 'Der Agent hat nichts geschickt.',
  empty: 'Nichts',
  yes: 'Ja',
  no: 'Nein',
  copy: 'Kopieren',
  copied: 'Kopiert',
  copyFailed: 'Kopieren ging nicht: den Text unter JSON auswählen und kopieren',
  downloadJson: 'JSON herunterladen',
  downloadCsv: 'CSV herunterladen',
  unreadableFile: 'Diese Datei ist beschädigt',
  newTab: 'öffnet sich in einem neuen Tab',
  files: 'Dateien',
  asTable: 'Als Tabelle zeigen',
  filter: 'Filtern',
  previous: 'Zurück',
  next: 'Weiter',
  showMore: 'Mehr zeigen',
  problem: 'Anders als zugesagt',
  matches: (schema) => `Passt zu ${schema}`,
  received: (value) => `es ist ${value}`,
  differs: (schema, count) =>
    count === 1
      ? `Eine Angabe ist anders, als ${schema} zusagt`
      : `${count} Angaben sind anders, als ${schema} zusagt`,
  download: (name) => `${name} herunterladen`,
  rows: (from, to, total) => `Zeilen ${from} bis ${to} von ${total}`,
  rowCount: (count, text) => (count === 1 ? '1 Zeile' : `${text} Zeilen`),
  items: (count, text) => (count === 1 ? '1 Eintrag' : `${text} Einträge`),
  more: (count) => `${count} weitere zeigen`,
  outOf: (value, most) => `${value} von ${most}`,
  between: (value, least, most) => `${value} (von ${least} bis ${most})`,
  chart: (lines, over) => `${lines} über ${over}`,
  chartRange: (line, least, most) => `${line}: von ${least} bis ${most}`,
};
