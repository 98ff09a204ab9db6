import type { ProblemMessages } from './problem-messages.ts';

/** The sentences about problems of a form, in German. */
export const PROBLEMS: ProblemMessages = {
  missing: (label, asking) =>
    asking === 'enter'
      ? `${label} fehlt: bitte ausfüllen`
      : `${label} fehlt: bitte ${asking === 'add' ? 'hinzufügen' : asking === 'answer' ? 'Ja oder Nein wählen' : 'auswählen'}`,
  agree: (label) => `${label}: Das muss mit Ja beantwortet sein`,
  pattern: (label, example) => `${label} hat nicht die richtige Form, etwa ${example}`,
  except: (label, values) => `${label} darf nicht ${toChoice(values)} sein`,
  lacks: (label, values) => `${label} muss ${toChoice(values)} enthalten`,
  apart: (names, label) =>
    names.length === 0 ? `${label} ist so nicht möglich` : `${toChoice(names)} leer lassen`,
  kinds: (names, label) =>
    names.length === 0
      ? `${label} passt zu keiner der Möglichkeiten`
      : `${toChoice(names)} ausfüllen`,
  other: (label) => `${label} ist so nicht möglich`,
  at: (where, sentence) => `${where}: ${sentence}`,
  left: (count, text, isMissing) =>
    count === 0
      ? 'Alles ist behoben'
      : `${count === 1 ? '1 Angabe' : `${text} Angaben`} ${isMissing ? (count === 1 ? 'fehlt' : 'fehlen') : 'zu korrigieren'}`,
};

/** Joins names as "A or B". */
function toChoice(names: readonly string[]): string {
  return new Intl.ListFormat('de', { type: 'disjunction' }).format(names);
}
