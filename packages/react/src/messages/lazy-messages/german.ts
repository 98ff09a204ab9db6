import { PROBLEMS } from './german-problems.ts';
import type { LazyMessages } from './lazy-messages.ts';

/** The texts of parts of forms that are loaded late, in German. */
export const LAZY: LazyMessages = {
  problems: PROBLEMS,
  findField: 'Feld suchen',
  fieldsFound: (count, text) => (count === 1 ? '1 Feld' : `${text} Felder`),
  requiredLeft: (count, text) =>
    count === 1 ? 'Noch 1 Pflichtfeld' : `Noch ${text} Pflichtfelder`,
  noneLeft: 'Alle Pflichtfelder sind ausgefüllt',
  close: 'Schließen',
  answeredElsewhere: 'Das wurde an anderer Stelle beantwortet.',
  answeredBy: (who, isByLink) =>
    who === undefined
      ? 'Niemand hat rechtzeitig geantwortet.'
      : `Beantwortet von ${who}${isByLink ? ' über einen Link' : ''}.`,
  sheet: {
    keys: 'Pfeiltasten bewegen, Tippen oder Eingabe bearbeitet, Tab geht weiter, Entf leert. Blöcke lassen sich kopieren und einfügen.',
    addRow: 'Zeile hinzufügen',
    removeRows: (count, text) => (count === 1 ? 'Zeile entfernen' : `${text} Zeilen entfernen`),
    pasteHere: 'Zeilen in der Tabelle kopieren und hier einfügen',
    columns: 'Was in den Spalten steht',
    skip: 'Weglassen',
    columnOf: (name) => `Spalte ${name}`,
    usedColumns: (names) => `Übernommen: ${names}`,
    unusedColumns: (names) => `Weggelassen: ${names}`,
    firstRowIsHead: 'Die erste Zeile enthält die Namen der Spalten',
    preview: (count, text) => (count === 1 ? '1 Zeile' : `${text} Zeilen`),
    misfit: 'passt nicht',
    misfits: (count, text) =>
      count === 1
        ? '1 Zeile passt nicht. Was nicht passt, ist markiert.'
        : `${text} Zeilen passen nicht. Was nicht passt, ist markiert.`,
    addGood: (count, text) => (count === 1 ? '1 Zeile übernehmen' : `${text} Zeilen übernehmen`),
    addAll: (count, text) =>
      count === 1
        ? 'Übernehmen und im Formular berichtigen'
        : `Alle ${text} übernehmen und im Formular berichtigen`,
    nothing: 'In dem Text sind keine Zeilen.',
    openQuote: 'Ein Anführungszeichen wird nie geschlossen, die Zeilen lassen sich nicht trennen.',
    onlyFirst: (text) =>
      `Nur die ersten ${text} Zeilen werden gelesen. Füge die anderen danach ein.`,
    added: (count, text) => (count === 1 ? '1 Zeile übernommen' : `${text} Zeilen übernommen`),
  },
};
