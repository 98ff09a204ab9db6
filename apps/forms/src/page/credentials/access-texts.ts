import type { Language } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';

/** The texts of what says who calls: loaded with it. */
interface AccessTexts {
  readonly accessHelp: (origin: string) => string;
  readonly bearer: string;
  readonly apiKey: (header: string) => string;
  readonly otherAccess: (scheme: string) => string;
  readonly accessWrong: string;
  /** What was entered has reached the agent, which does not take it. */
  readonly accessRefused: string;
}

const ENGLISH: AccessTexts = {
  accessHelp: (origin) => `Kept until you leave or reload this page, and sent to ${origin} alone.`,
  bearer: 'Access token',
  apiKey: (header) => `API key (${header})`,
  otherAccess: (scheme) => `The agent also takes “${scheme}”, which this page cannot do.`,
  accessWrong: 'Enter the token or key: letters, digits and signs, on one line',
  accessRefused: 'This key was refused. Check it, then enter it again.',
};

const GERMAN: AccessTexts = {
  accessHelp: (origin) =>
    `Bleibt, bis Sie diese Seite verlassen oder neu laden, und geht nur an ${origin}.`,
  bearer: 'Zugangstoken',
  apiKey: (header) => `API-Schlüssel (${header})`,
  otherAccess: (scheme) => `Der Agent nimmt auch „${scheme}“, was diese Seite nicht kann.`,
  accessWrong: 'Geben Sie Token oder Schlüssel ein: Buchstaben, Ziffern und Zeichen in einer Zeile',
  accessRefused:
    'Dieser Schlüssel wurde abgelehnt. Prüfen Sie ihn und geben Sie ihn noch einmal ein.',
};

const ARABIC: AccessTexts = {
  accessHelp: (origin) => `يُحفظ حتى تغادر هذه الصفحة أو تعيد تحميلها، ويُرسل إلى ${origin} وحده.`,
  bearer: 'رمز الدخول',
  apiKey: (header) => `مفتاح الواجهة (${header})`,
  otherAccess: (scheme) => `يقبل الوكيل أيضًا «${scheme}»، وهذه الصفحة لا تدعمه.`,
  accessWrong: 'أدخل الرمز أو المفتاح: حروف وأرقام وعلامات في سطر واحد',
  accessRefused: 'رُفض هذا المفتاح. تحقق منه ثم أدخله مرة أخرى.',
};

const TEXTS: Readonly<Record<Language, AccessTexts>> = { en: ENGLISH, de: GERMAN, ar: ARABIC };

/** The texts of what says who calls, in the language of the page. */
export function useAccessTexts(): AccessTexts {
  return TEXTS[useTexts().language];
}
