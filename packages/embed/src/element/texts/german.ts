import type { Texts } from './texts.ts';

export const GERMAN_TEXTS: Texts = {
  loading: 'Das Formular wird geladen…',
  unavailable: 'Dieses Formular kann nicht angezeigt werden',
  reasons: {
    missing: 'Unter dieser Adresse gibt es kein Formular (mehr).',
    network:
      'Das Formular ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    busy: 'Über Ihre Verbindung kamen zu viele Anfragen. Versuchen Sie es in einer Minute noch einmal.',
    origin: 'Wer das Formular anbietet, hat es für diese Seite nicht freigegeben.',
    receipt: 'Dieser Link ist unvollständig, oder der Vorgang wurde inzwischen gelöscht.',
    'link-invalid':
      'Dieser Link wurde verändert oder gehört nicht zu diesem Formular. Bitten Sie um einen neuen.',
    'link-expired': 'Dieser Link ist abgelaufen. Bitten Sie um einen neuen.',
    'link-used': 'Dieser Link galt einmal und wurde schon benutzt. Bitten Sie um einen neuen.',
    'link-values':
      'Dieser Link füllt etwas aus, das das Formular nicht annimmt; es ließe sich nie absenden. Bitten Sie um einen neuen.',
    settings: 'Die Seite gibt nicht an, welches Formular hier stehen soll.',
  },
  tryAgain: 'Noch einmal versuchen',
  prefilled: (labels) =>
    `Ihr Link hat schon ausgefüllt: ${labels}. Bitte prüfen Sie das vor dem Absenden.`,
  given: (labels) => `Schon ausgefüllt: ${labels}. Bitte prüfen Sie das vor dem Absenden.`,
  fixed: (labels) => `Durch Ihren Link festgelegt und nicht änderbar: ${labels}.`,
  once: 'Sie können dieses Formular einmal absenden.',
  unsent: 'Es wurde nichts gesendet. Ihre Angaben stehen noch hier, damit Sie sie kopieren können.',
  keepReceipt: 'Heben Sie diesen Link auf. Er zeigt, was aus Ihrer Einsendung wird.',
  sendReceipt: 'An mich senden',
  receipt: 'Ihre Quittung',
  receiptOf: (form) => `Quittung: ${form}`,
  receiptHelp:
    'Ihre Angaben stehen nicht auf dieser Seite, weil alle sie öffnen können, die diesen Link haben.',
  another: 'Noch einmal ausfüllen',
  change: 'Ändern und noch einmal senden',
};
