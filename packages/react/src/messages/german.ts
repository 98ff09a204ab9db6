import type { Messages } from './messages.ts';
import { GERMAN_RESULT } from './result/german.ts';
import { toProblemText, type ProblemTexts } from './to-problem-text.ts';
import { GERMAN_TASK } from './task/german.ts';

const TYPE_NAMES = {
  string: 'Text',
  number: 'Zahl',
  integer: 'Ganze Zahl',
  boolean: 'Ja oder nein',
  object: 'Gruppe',
  array: 'Liste',
  null: 'Nichts',
} as const;

const TEXTS: ProblemTexts = {
  language: 'de',
  direction: 'ltr',
  typeNames: TYPE_NAMES,
  enter: {
    missing: (name) => `${name} fehlt: bitte ausfüllen`,
    number: (name, example) => `${name}: bitte eine Zahl eingeben, etwa ${example}`,
    whole: (name, example) => `${name}: bitte eine ganze Zahl eingeben, etwa ${example}`,
    either: (name, [one, other]) =>
      `${name} kann zweierlei heißen: bitte ${one} oder ${other} eingeben`,
    inexact: (name) => `${name}: So eine Zahl lässt sich nicht genau übertragen`,
    skipped: (name) =>
      `${name}: Diese Uhrzeit gibt es hier an dem Tag nicht, die Uhr wird vorgestellt`,
  },
  told: {
    missing: (name) => `${name} fehlt`,
    number: (name) => `${name} ist keine Zahl`,
    whole: (name) => `${name} ist keine ganze Zahl`,
    either: (name) => `${name} ist keine Zahl`,
    inexact: (name) => `${name} ist keine Zahl`,
    skipped: (name) => `${name} hat keine Angabe der Zeitzone`,
  },
  types: (name, types) => `${name} ist von der falschen Art, möglich ist: ${types}`,
  values: (name, values) => `${name} ist keine der Möglichkeiten: ${values}`,
  bound: {
    'at least': (name, limit) => `${name} muss mindestens ${limit} sein`,
    'at most': (name, limit) => `${name} darf höchstens ${limit} sein`,
    'more than': (name, limit) => `${name} muss größer als ${limit} sein`,
    'less than': (name, limit) => `${name} muss kleiner als ${limit} sein`,
  },
  decimals: (name, count) =>
    count === 1
      ? `${name} darf höchstens eine Nachkommastelle haben`
      : `${name} darf höchstens ${count === 2 ? 'zwei' : count} Nachkommastellen haben`,
  multiple: (name, of) => `${name} muss ein Vielfaches von ${of} sein`,
  length: {
    least: (name, count) => `${name} muss mindestens ${count} Zeichen haben`,
    most: (name, count) => `${name} darf höchstens ${count} Zeichen haben`,
  },
  count: {
    least: (name, count) =>
      `${name} muss mindestens ${count} ${count === 1 ? 'Eintrag' : 'Einträge'} haben`,
    most: (name, count) =>
      `${name} darf höchstens ${count} ${count === 1 ? 'Eintrag' : 'Einträge'} haben`,
  },
  example: (name, text) => `${name} hat nicht die richtige Form, etwa ${text}`,
  pattern: (name, text) => `${name} hat nicht die Form ${text}`,
  format: (name) => `${name} hat nicht die richtige Form`,
  choice: (name) => `${name} passt zu keiner der Möglichkeiten`,
  unique: (name) => `${name} hat doppelte Einträge`,
  unknown: (name) => `${name} wird hier nicht erwartet`,
  name: (name) => `${name}: So darf der Eintrag nicht heißen`,
  more: (name, count) => `${name}: ${count} weitere Probleme`,
  other: (name) => `${name} ist so nicht möglich`,
  meant: (value) => ` – gemeint ${value}?`,
};

/** Die Texte auf Deutsch. */
export const GERMAN: Messages = {
  language: 'de',
  direction: 'ltr',
  result: GERMAN_RESULT,
  task: GERMAN_TASK,
  send: 'Senden',
  required: 'Pflichtfeld',
  fixed: 'nicht änderbar',
  errorHeading: 'Da stimmt etwas nicht',
  entryName: 'Name',
  entryValue: 'Wert',
  nameMissing: 'fehlt: bitte eingeben',
  nameTaken: 'ist schon vergeben: bitte einen anderen eingeben',
  none: 'Keine Angabe',
  choose: 'Tippen, um zu suchen',
  noMatches: 'Nichts gefunden',
  pickColor: 'Farbe wählen',
  json: 'JSON: Texte in Anführungszeichen, Listen in [ ], Gruppen in { }',
  jsonInvalid: 'ist noch kein gültiges JSON: Anführungszeichen, Kommas und Klammern prüfen',
  jsonInexact: 'enthält eine Zahl, die sich nicht genau übertragen lässt: weniger Ziffern eingeben',
  tooLong: 'Zu lang, um es hier zu ändern. Es wird gesendet, wie es ist.',
  jsonForm: 'Daten als JSON eingeben',
  drawingFailed:
    'Dieses Formular ließ sich nicht anzeigen. Die Daten lassen sich stattdessen als JSON eingeben.',
  unchecked: 'Die Angaben prüft der Agent, nicht diese Seite.',
  uncheckedFields: (labels) =>
    `${labels || 'Ein Teil der Angaben'}: Das ließ sich hier nicht prüfen, der Agent prüft es.`,
  typeNames: TYPE_NAMES,
  rowLabel: (label, n) => `${label} ${n}`,
  kindOf: (label) => `Art: ${label}`,
  add: (label) => `${label} hinzufügen`,
  addEntry: 'Eintrag hinzufügen',
  addTo: (label) => `Zu ${label} hinzufügen`,
  remove: (label) => `${label} entfernen`,
  moveUp: (label) => `${label} nach oben`,
  moveDown: (label) => `${label} nach unten`,
  sending: 'Wird gesendet',
  sendKeys: (isApple) => (isApple ? '⌘ Eingabe' : 'Strg+Eingabe'),
  examples: 'Beispiele',
  example: 'Beispiel',
  filledWith: (example) => `Ausgefüllt mit ${example}`,
  undo: 'Rückgängig',
  sections: 'Abschnitte',
  sectionStates: { filled: 'ausgefüllt', problem: 'Problem' },
  sentBy: (origin) => `Dieses Formular kommt von ${origin}`,
  secretWarning: (origin) => `Nur eingeben, was ${origin} wissen darf`,
  dropFiles: 'oder Dateien hier ablegen',
  uploading: 'Wird hochgeladen',
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
  problem: (label, problem) => toProblemText(problem, { label, texts: TEXTS, isEntered: true }),
  misfit: (label, problem) => toProblemText(problem, { label, texts: TEXTS, isEntered: false }),
  refused: () =>
    'Dieses Formular ist zu groß oder zu ungewöhnlich, um es anzuzeigen. Die Daten lassen sich als JSON eingeben.',
};
