import { isTask } from './is-task.ts';
import type { Texts } from './texts.ts';

const FAILURES: ReadonlyMap<string, string> = new Map([
  [
    'NETWORK',
    'Prüfen Sie, ob der Agent läuft und erreichbar ist, und versuchen Sie es noch einmal.',
  ],
  ['UNAUTHENTICATED', 'Der Agent will wissen, wer Sie sind: Geben Sie Ihren Zugang ein.'],
  ['FORBIDDEN', 'Der Agent kennt Sie, aber Sie dürfen das nicht: Fragen Sie, wer ihn betreibt.'],
  ['STRUCTURED_INPUT_INVALID', 'Ändern Sie Ihre Eingaben und senden Sie sie noch einmal.'],
  ['UNAVAILABLE', 'Der Agent ist beschäftigt oder startet: Versuchen Sie es gleich noch einmal.'],
  ['TASK_NOT_FOUND', 'Der Agent hat diese Aufgabe nicht mehr: Führen Sie sie noch einmal aus.'],
]);

/** The texts of the page, in German. */
export const GERMAN_TEXTS: Texts = {
  language: 'de',
  direction: 'ltr',
  skip: 'Zum Inhalt',
  close: 'Schließen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  cancel: 'Abbrechen',
  retry: 'Noch einmal versuchen',

  places: { skills: 'Fähigkeiten', thread: 'Arbeit', details: 'Details' },
  settings: 'Einstellungen',
  languageLabel: 'Sprache',
  schemeLabel: 'Farben',
  schemes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  noticesOn: 'Benachrichtigen, wenn eine Aufgabe endet',
  noticesOff: 'Benachrichtigungen sind an',

  address: 'Adresse eines Agenten',
  addressHelp: 'Etwa https://agents.example',
  openAgent: 'Öffnen',
  addressWrong: 'Geben Sie eine Adresse ein, die mit http:// oder https:// beginnt',
  checkDocument: 'Dokument prüfen',
  savedAgents: 'Ihre Agenten',
  forget: (name) => `${name} entfernen`,
  welcome: 'Mit welchem Agenten wollen Sie arbeiten?',
  welcomeHelp:
    'Geben Sie seine Adresse ein. Sie sehen, was er kann, füllen ein Formular aus und schauen ihm bei der Arbeit zu.',
  lookingAt: (agent) => `${agent} wird geöffnet`,
  stillLooking: 'Das dauert länger als sonst. Vielleicht startet der Agent gerade.',
  agentFailed: 'Dieser Agent ist nicht erreichbar',
  agentFailedNext: 'Prüfen Sie die Adresse, und ob der Agent läuft. Nichts ging verloren.',
  pageFailed:
    'Auf dieser Seite ging etwas schief. Laden Sie sie neu: Entwürfe und Verlauf bleiben erhalten.',
  from: (origin) => `Von ${origin}`,
  warnings: 'Gut zu wissen',
  skills: 'Was er kann',
  findSkill: 'Fähigkeit suchen',
  noneFound: 'Keine gefunden.',
  noSkills: 'Dieser Agent nennt keine Fähigkeiten. Sie können ihm stattdessen schreiben.',
  chooseSkill: 'Was soll getan werden?',
  unknownSkill: 'Diese Fähigkeit hat der Agent nicht mehr. Wählen Sie eine andere.',

  access: 'Zugang',
  accessSet: 'Der Zugang ist gesetzt',
  accessNeeded: 'Der Agent will wissen, wer Sie sind',
  useAccess: 'Verwenden',
  signInAgain: 'Anmelden und noch einmal versuchen',
  forgetAccess: 'Vergessen',

  history: 'Verlauf',
  noRuns: 'Was Sie ausführen, steht hier, und zwar nur in diesem Browser.',
  clearHistory: 'Verlauf löschen',
  unknownRun: 'Diese Ausführung ist nicht im Verlauf dieses Browsers.',
  states: {
    open: 'In Arbeit',
    asking: 'Wartet auf Antwort',
    done: 'Fertig',
    failed: 'Gescheitert',
    canceled: 'Abgebrochen',
    rejected: 'Abgelehnt',
    broken: 'Nicht gesendet',
  },

  forms: 'Arten, das auszufüllen',
  deprecated: 'veraltet',
  run: (skill) => (isTask(skill) ? skill : `„${skill}“ ausführen`),
  noInput: 'Es ist nichts auszufüllen.',
  unchecked: 'Der Agent hat dafür kein Formular: Er nimmt Text.',
  draftBack: (time) => `Ihr Entwurf von ${time} ist wieder da.`,
  draftDrift: 'Der Agent hat dieses Formular geändert, seit Sie begonnen haben.',
  linkFilled: 'Das hat ein Link ausgefüllt. Prüfen Sie es, bevor Sie es senden.',
  linkDrift: 'Der Agent hat dieses Formular geändert, seit der Link entstand.',
  runFilled: (time) => `Ausgefüllt wie in Ihrer Ausführung von ${time}.`,
  noLongerFits: 'Was nicht mehr passt:',
  stillFits: 'Was eingegeben ist, passt noch.',
  startOver: 'Neu beginnen',
  secret: (origin) =>
    `Dieses Formular fragt nach einem Geheimnis. Es geht an ${origin} und kommt weder in Entwürfe noch in Verlauf oder Links.`,
  loadingForm: 'Das Formular wird gezeichnet',
  batch: 'Für viele Zeilen ausführen',
  newRun: 'Neu',

  sent: 'Gesendet',
  empty: 'Nichts',
  yes: 'Ja',
  no: 'Nein',
  more: (count) => `${count} weitere`,
  workingLong: 'Sie können die Seite verlassen: Die Aufgabe läuft weiter und steht im Verlauf.',
  result: 'Ergebnis',
  incomplete: 'Ein Teil dieser Seite fehlt. Laden Sie sie neu, sobald Sie wieder online sind.',
  notSent: 'Das konnte nicht gesendet werden',
  failureNext: (reason) =>
    FAILURES.get(reason) ??
    'Versuchen Sie es noch einmal, oder ändern Sie, was Sie gesendet haben.',
  runAgain: 'Noch einmal ausführen',
  edit: 'Ändern und ausführen',
  compare: 'Vergleichen',
  copyLink: 'Link kopieren',
  linkCopied: 'Link kopiert: Er enthält Ihre Eingaben und keine Zugangsdaten.',
  linkTooLong: 'Das ist zu lang für einen Link.',
  details: 'Details',
  chat: 'Oder mit eigenen Worten sagen',
  chatLabel: (agent) => `Nachricht an ${agent}`,
  send: 'Senden',
  files: 'Dateien',
  filesHint: 'Dateien werden weder im Entwurf noch im Verlauf behalten.',
  filesTooLarge: (name, most) =>
    `„${name}“ wurde nicht hinzugefügt: Alle Dateien zusammen dürfen höchstens ${most} haben.`,
  fileTooLarge: (name, size, most) =>
    `„${name}“ wurde nicht hinzugefügt: Die Datei hat ${size}, erlaubt sind höchstens ${most}.`,
  fileOfOtherType: (name, types) =>
    `„${name}“ wurde nicht hinzugefügt: Dateien müssen vom Typ ${types} sein.`,
  filesTooMany: (name, most) =>
    `„${name}“ wurde nicht hinzugefügt: Höchstens ${most} ${most === 1 ? 'Datei' : 'Dateien'} können mitgehen.`,
  fileSizeHint: (most) => `je höchstens ${most}`,
  filesCountHint: (most) => `höchstens ${most} ${most === 1 ? 'Datei' : 'Dateien'}`,
  fileUnreadable: (name) => `„${name}“ ließ sich nicht lesen.`,
  removeFile: (name) => `${name} entfernen`,

  detailsEmpty: 'Führen Sie etwas aus: Was gesendet und empfangen wurde, steht dann hier.',
};
