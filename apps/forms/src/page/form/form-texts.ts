import { isTask } from '../texts/is-task.ts';
import type { Language } from '../texts/texts.ts';
import { useTexts } from '../texts/use-texts.ts';

/** The texts around a form, in one language. */
export interface FormTexts {
  readonly forms: string;
  /** The word beside the title of a form that the agent may stop accepting. */
  readonly deprecated: string;
  readonly run: (skill: string) => string;
  readonly noInput: string;
  readonly unchecked: string;
  readonly draftBack: (time: string) => string;
  readonly draftDrift: string;
  readonly linkFilled: string;
  readonly linkDrift: string;
  readonly runFilled: (time: string) => string;
  readonly noLongerFits: string;
  readonly stillFits: string;
  readonly startOver: string;
  readonly secret: (origin: string) => string;
  readonly batch: string;
  readonly asJson: string;
  readonly chat: string;
}

const ENGLISH: FormTexts = {
  forms: 'Ways to fill this in',
  deprecated: 'deprecated',
  run: (skill) => (isTask(skill) ? skill : `Run “${skill}”`),
  noInput: 'Nothing has to be filled in.',
  unchecked: 'The agent has no form for this: it takes text.',
  draftBack: (time) => `Your draft of ${time} is back.`,
  draftDrift: 'The agent has changed this form since you began.',
  linkFilled: 'A link filled this in. Check it before you send it.',
  linkDrift: 'The agent has changed this form since the link was made.',
  runFilled: (time) => `Filled in as in your run of ${time}.`,
  noLongerFits: 'What no longer fits:',
  stillFits: 'What is entered still fits.',
  startOver: 'Start over',
  secret: (origin) =>
    `This form asks for a secret. It is sent to ${origin} and never kept in drafts, history or links.`,
  batch: 'Run a whole table',
  asJson: 'Edit as JSON',
  chat: 'Or say it in your own words',
};

const GERMAN: FormTexts = {
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
  batch: 'Eine ganze Tabelle ausführen',
  asJson: 'Als JSON bearbeiten',
  chat: 'Oder mit eigenen Worten sagen',
};

const ARABIC: FormTexts = {
  forms: 'طرق الملء',
  deprecated: 'مهمل',
  run: (skill) => (isTask(skill) ? skill : `شغّل «${skill}»`),
  noInput: 'لا شيء يلزم ملؤه.',
  unchecked: 'ليس لدى الوكيل نموذج لهذا: إنه يقبل نصًا.',
  draftBack: (time) => `عادت مسودتك من ${time}.`,
  draftDrift: 'غيّر الوكيل هذا النموذج منذ أن بدأت.',
  linkFilled: 'ملأ رابطٌ هذا النموذج. راجعه قبل الإرسال.',
  linkDrift: 'غيّر الوكيل هذا النموذج منذ إنشاء الرابط.',
  runFilled: (time) => `مملوء كما في تشغيلك عند ${time}.`,
  noLongerFits: 'ما لم يعد مناسبًا:',
  stillFits: 'ما أُدخل ما زال مناسبًا.',
  startOver: 'ابدأ من جديد',
  secret: (origin) =>
    `يطلب هذا النموذج سرًّا. يُرسل إلى ${origin} ولا يُحفظ في المسودات أو السجل أو الروابط.`,
  batch: 'شغّل جدولًا كاملًا',
  asJson: 'حرّر بصيغة JSON',
  chat: 'أو قلها بكلماتك',
};

const TEXTS: Readonly<Record<Language, FormTexts>> = { en: ENGLISH, de: GERMAN, ar: ARABIC };

/** Returns the texts around a form, in the language of the page. */
export function useFormTexts(): FormTexts {
  return TEXTS[useTexts().language];
}
