import { useTexts } from '../texts/use-texts.ts';
import type { Language } from '../texts/texts.ts';

/** The texts of details: loaded with them. */
export interface DetailsTexts {
  readonly facts: {
    readonly task: string;
    readonly context: string;
    readonly schema: string;
    readonly fingerprint: string;
    readonly started: string;
    readonly took: string;
    readonly door: string;
    readonly protocol: string;
  };
  readonly snippet: string;
  readonly snippetHelp: string;
  readonly wire: string;
  readonly wireEmpty: string;
  readonly wireSent: string;
  readonly wireReceived: string;
}

const ENGLISH: DetailsTexts = {
  facts: {
    task: 'Task',
    context: 'Conversation',
    schema: 'Schema',
    fingerprint: 'Fingerprint',
    started: 'Started',
    took: 'Took',
    door: 'Sent to',
    protocol: 'Protocol',
  },
  snippet: 'As a program',
  snippetHelp: 'The same call. Set your credentials yourself: they are never copied.',
  wire: 'Sent and received',
  wireEmpty: 'Nothing was recorded for this run.',
  wireSent: 'Sent',
  wireReceived: 'Received',
};

const GERMAN: DetailsTexts = {
  facts: {
    task: 'Aufgabe',
    context: 'Gespräch',
    schema: 'Schema',
    fingerprint: 'Fingerabdruck',
    started: 'Begonnen',
    took: 'Dauer',
    door: 'Gesendet an',
    protocol: 'Protokoll',
  },
  snippet: 'Als Programm',
  snippetHelp: 'Derselbe Aufruf. Setzen Sie Zugangsdaten selbst ein: Sie werden nie kopiert.',
  wire: 'Gesendet und empfangen',
  wireEmpty: 'Für diese Ausführung wurde nichts aufgezeichnet.',
  wireSent: 'Gesendet',
  wireReceived: 'Empfangen',
};

const ARABIC: DetailsTexts = {
  facts: {
    task: 'المهمة',
    context: 'المحادثة',
    schema: 'المخطط',
    fingerprint: 'البصمة',
    started: 'البداية',
    took: 'المدة',
    door: 'أُرسل إلى',
    protocol: 'البروتوكول',
  },
  snippet: 'كبرنامج',
  snippetHelp: 'النداء نفسه. ضع بيانات الدخول بنفسك: لا تُنسخ أبدًا.',
  wire: 'المُرسل والمُستلم',
  wireEmpty: 'لم يُسجل شيء لهذا التشغيل.',
  wireSent: 'مُرسل',
  wireReceived: 'مُستلم',
};

const TEXTS: Readonly<Record<Language, DetailsTexts>> = { en: ENGLISH, de: GERMAN, ar: ARABIC };

/** The texts of details in the language of the page. */
export function useDetailsTexts(): DetailsTexts {
  return TEXTS[useTexts().language];
}
