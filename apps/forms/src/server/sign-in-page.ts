import { SignInError } from '@formwork/client/sign-in';
import { createHash } from 'node:crypto';
import { escapeHtml, type PageExchange } from './page-exchange.ts';

/** Why a person who wanted to sign in has not. */
export type SignInOutcome =
  /** The browser has not begun it here, or has finished it before; or it took too long. */
  | { readonly kind: 'lost' }
  /** The person, or the provider for this person, said no. */
  | { readonly kind: 'canceled' }
  /** The provider cannot be reached, or is out of order. */
  | { readonly kind: 'away'; readonly retryAfterMs?: number | undefined }
  /** The provider has signed the person in, but the storage of this server is away. */
  | { readonly kind: 'forgotten' }
  /** The provider refuses what this page asks it for, such as tokens for its agent. */
  | { readonly kind: 'refused'; readonly fault: string };

/** Makes a heading and a sentence. */
type Words = (provider: string, fault: string) => readonly [heading: string, sentence: string];

type PageTexts = Readonly<Record<SignInOutcome['kind'] | 'again' | 'back', Words>>;

const toFault = (fault: string): string => (fault === '' ? '' : ` (${fault})`);

const ENGLISH: PageTexts = {
  lost: () => [
    'This sign-in counts no longer',
    'This browser did not begin it here, has finished it before, or took longer than ten minutes. Sign in again.',
  ],
  canceled: (provider) => [
    'You are not signed in',
    `The sign-in at ${provider} was canceled, or you are not allowed in. Sign in again, or go back without it.`,
  ],
  away: (provider) => [
    'You cannot be signed in just now',
    `${provider} does not answer, or is out of order. Wait a minute, then sign in again.`,
  ],
  forgotten: () => [
    'You cannot be signed in just now',
    'This server cannot remember who has signed in at the moment. Wait a minute, then sign in again.',
  ],
  refused: (provider, fault) => [
    'You cannot sign in here',
    `${provider} refuses what this page asks it for${toFault(fault)}. Only the people who run this page can change that: tell them.`,
  ],
  again: () => ['Sign in again', ''],
  back: () => ['Back to the page', ''],
};

const GERMAN: PageTexts = {
  lost: () => [
    'Diese Anmeldung gilt nicht mehr',
    'Dieser Browser hat sie nicht hier begonnen oder schon beendet, oder sie hat länger als zehn Minuten gedauert. Melden Sie sich noch einmal an.',
  ],
  canceled: (provider) => [
    'Sie sind nicht angemeldet',
    `Die Anmeldung bei ${provider} wurde abgebrochen, oder sie ist Ihnen nicht erlaubt. Melden Sie sich noch einmal an, oder gehen Sie ohne Anmeldung zurück.`,
  ],
  away: (provider) => [
    'Die Anmeldung geht gerade nicht',
    `${provider} antwortet nicht oder ist gestört. Warten Sie eine Minute und melden Sie sich dann noch einmal an.`,
  ],
  forgotten: () => [
    'Die Anmeldung geht gerade nicht',
    'Dieser Server kann sich gerade nicht merken, wer angemeldet ist. Warten Sie eine Minute und melden Sie sich dann noch einmal an.',
  ],
  refused: (provider, fault) => [
    'Sie können sich hier nicht anmelden',
    `${provider} lehnt ab, was diese Seite verlangt${toFault(fault)}. Das können nur die Betreiber dieser Seite ändern: Sagen Sie ihnen Bescheid.`,
  ],
  again: () => ['Noch einmal anmelden', ''],
  back: () => ['Zurück zur Seite', ''],
};

const ARABIC: PageTexts = {
  lost: () => [
    'لم يعد تسجيل الدخول هذا صالحًا',
    'لم يبدأه هذا المتصفح هنا، أو أنهاه من قبل، أو استغرق أكثر من عشر دقائق. سجّل الدخول مرة أخرى.',
  ],
  canceled: (provider) => [
    'لم تسجّل الدخول',
    `أُلغي تسجيل الدخول لدى \u2068${provider}\u2069، أو أنه غير مسموح لك. سجّل الدخول مرة أخرى، أو ارجع دونه.`,
  ],
  away: (provider) => [
    'يتعذّر تسجيل الدخول الآن',
    `لا يستجيب \u2068${provider}\u2069 أو أنه معطّل. انتظر دقيقة ثم سجّل الدخول مرة أخرى.`,
  ],
  forgotten: () => [
    'يتعذّر تسجيل الدخول الآن',
    'لا يستطيع هذا الخادم الآن أن يتذكر من سجّل الدخول. انتظر دقيقة ثم سجّل الدخول مرة أخرى.',
  ],
  refused: (provider, fault) => [
    'لا يمكنك تسجيل الدخول هنا',
    `يرفض \u2068${provider}\u2069 ما تطلبه هذه الصفحة${toFault(fault)}. لا يستطيع تغيير ذلك إلا من يدير هذه الصفحة: أخبره.`,
  ],
  again: () => ['تسجيل الدخول مرة أخرى', ''],
  back: () => ['العودة إلى الصفحة', ''],
};

const TEXTS: Readonly<Record<string, PageTexts>> = { en: ENGLISH, de: GERMAN, ar: ARABIC };

const STATUS: Readonly<Record<SignInOutcome['kind'], number>> = {
  lost: 403,
  canceled: 403,
  refused: 403,
  away: 503,
  forgotten: 503,
};

/** The time after which a provider or a storage that is away may be back, in milliseconds. */
const AWAY_MS = 60_000;

const STYLE =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}main{max-inline-size:36rem;margin:15vh auto 0;padding:0 24px}h1{font-size:1.375rem}a{margin-inline-end:1.5rem}';

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Tells what has become of a sign-in by the error of the provider, or of what asked it. */
export function toSignInOutcome(error: unknown): SignInOutcome {
  if (!(error instanceof SignInError)) return { kind: 'forgotten' };
  const { fault, isTemporary, retryAfterMs } = error;
  if (fault === 'access_denied') return { kind: 'canceled' };
  if (isTemporary) return { kind: 'away', retryAfterMs };
  // The code that the provider has sent the browser back with counts once, and for a short time.
  if (fault === 'invalid_grant') return { kind: 'lost' };
  return { kind: 'refused', fault: /^[\w.-]{1,60}$/u.test(fault) ? fault : '' };
}

/**
 * Sends the page that says why a person has not been signed in and what to do, in the language of
 * their browser. Only a person's browser comes here, so that JSON would not help.
 */
export function sendSignInPage(
  exchange: PageExchange,
  {
    outcome,
    pageUrl,
    hash,
    provider,
  }: {
    readonly outcome: SignInOutcome;
    readonly pageUrl: URL;
    /** The hash of the page's address that the person came from; `''` if it is not known. */
    readonly hash: string;
    /** The host of the provider. */
    readonly provider: string;
  },
): void {
  const language = exchange.chooseLanguage(Object.keys(TEXTS)) ?? 'en';
  const texts = TEXTS[language] ?? ENGLISH;
  const fault = outcome.kind === 'refused' ? outcome.fault : '';
  const [heading, sentence] = texts[outcome.kind](provider, fault);
  const again = new URL('api/sign-in', pageUrl);
  again.searchParams.set('to', hash);
  const status = STATUS[outcome.kind];
  if (status === 503) {
    const retryAfterMs = outcome.kind === 'away' ? outcome.retryAfterMs : undefined;
    exchange.reply.setHeader('Retry-After', Math.ceil((retryAfterMs ?? AWAY_MS) / 1_000));
  }
  exchange.reply.setHeader('Content-Security-Policy', POLICY);
  const page = `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(heading)}</title>
<style>${STYLE}</style>
</head>
<body>
<main><h1>${escapeHtml(heading)}</h1><p>${escapeHtml(sentence)}</p><p><a href="${escapeHtml(again.href)}">${escapeHtml(texts.again('', '')[0])}</a> <a href="${escapeHtml(pageUrl.href + hash)}">${escapeHtml(texts.back('', '')[0])}</a></p></main>
</body>
</html>
`;
  exchange.sendText(status, page, 'html');
}
