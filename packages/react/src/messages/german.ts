import type { Messages } from './messages.ts';
import { GERMAN_RESULT } from './result/german.ts';
import { toProblemText } from './to-problem-text.ts';
import { GERMAN_TASK } from './task/german.ts';

/** Die Texte auf Deutsch. */
export const GERMAN: Messages = {
  language: 'de',
  direction: 'ltr',
  result: GERMAN_RESULT,
  task: GERMAN_TASK,
  send: 'Senden',
  required: 'Pflichtfeld',
  errorHeading: 'Da stimmt etwas nicht',
  entryName: 'Name',
  none: 'Keine Angabe',
  choose: 'Tippen, um zu suchen',
  noMatches: 'Nichts gefunden',
  pickColor: 'Farbe wählen',
  json: 'JSON: Texte in Anführungszeichen, Listen in [ ], Gruppen in { }',
  jsonInvalid: 'ist noch kein gültiges JSON: Anführungszeichen, Kommas und Klammern prüfen',
  jsonForm: 'Daten als JSON eingeben',
  drawingFailed:
    'Dieses Formular ließ sich nicht anzeigen. Die Daten lassen sich stattdessen als JSON eingeben.',
  unchecked: 'Die Angaben prüft der Agent, nicht diese Seite.',
  uncheckedFields: (labels) =>
    `${labels || 'Ein Teil der Angaben'}: Das ließ sich hier nicht prüfen, der Agent prüft es.`,
  typeNames: {
    string: 'Text',
    number: 'Zahl',
    integer: 'Ganze Zahl',
    boolean: 'Ja oder nein',
    object: 'Gruppe',
    array: 'Liste',
    null: 'Nichts',
  },
  rowLabel: (label, n) => `${label} ${n}`,
  kindOf: (label) => `Art: ${label}`,
  add: (label) => `${label} hinzufügen`,
  addTo: (label) => `Zu ${label} hinzufügen`,
  remove: (label) => `${label} entfernen`,
  moveUp: (label) => `${label} nach oben`,
  moveDown: (label) => `${label} nach unten`,
  rowNumber: 'Zeile',
  emptyRow: 'Leer',
  previous: 'Zurück',
  next: 'Weiter',
  goToRow: 'Gehe zu Zeile',
  pagesOf: (label) => `Seiten von ${label}`,
  rowsShown: (from, to, total) => `${from} bis ${to} von ${total}`,
  cell: (column, row) => `${column}, ${row}`,
  matches: (count) => `${count} Treffer`,
  fileLimit: (bytes) => `Höchstens ${bytes}`,
  fileRefused: (name, reason) =>
    reason === 'size' ? `${name} ist zu groß` : `${name} ließ sich nicht lesen`,
  problem: (label, problem) =>
    toProblemText(label, problem, {
      required: (name) => `${name} fehlt: bitte ausfüllen`,
      type: (name) => `${name} ist von der falschen Art`,
      choice: (name) => `${name} ist keine der Möglichkeiten`,
      length: (name) => `${name} hat nicht die richtige Länge`,
      bound: (name) => `${name} ist zu groß oder zu klein`,
      format: (name) => `${name} hat nicht die richtige Form`,
      items: (name) => `${name} hat zu viele, zu wenige oder doppelte Einträge`,
      unknown: (name) => `${name} wird hier nicht erwartet`,
      other: (name) => `${name} ist so nicht möglich`,
      expected: (text) => `erwartet wird: ${text}`,
    }),
};
