import type { Texts } from './texts.ts';

export const GERMAN_TEXTS: Texts = {
  waiting: 'Warten auf den Assistenten…',
  preparing: 'Der Assistent füllt das Formular aus.',
  change: 'Ändern und erneut senden',
  back: 'Zurück',
  goOn: 'Im Chat weitermachen',
  goOnMessage: (title) =>
    `Ich habe das Formular „${title}“ benutzt. Bitte mache mit dem Ergebnis weiter.`,
  agent: (alias) => `Entfernter Agent: ${alias}`,
  openLink: (host) => `${host} öffnen?`,
  open: 'Öffnen',
  cancel: 'Abbrechen',
  noLinks: 'Diese App öffnet keine Links. Kopieren Sie die Adresse, wenn Sie ihr vertrauen.',
  noDownloads: 'Diese App speichert keine Dateien.',
  refused: 'Die App hat es nicht getan.',
};
