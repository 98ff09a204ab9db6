import { createHash } from 'node:crypto';
import type { FormRefusalReason } from './form-refusal.ts';

/** The heading and the sentence of a page in place of a form. */
type Words = readonly [heading: string, sentence: string];

interface PageTexts {
  readonly missing: Words;
  readonly busy: Words;
  readonly unavailable: Words;
}

const ENGLISH: PageTexts = {
  missing: [
    'There is no form here',
    'There is no form at this address any more, or there never was one. Check the address, or ask whoever gave it to you.',
  ],
  busy: [
    'Too much came at once',
    'Too much came from your connection in a short time. Wait a minute, then load this page again.',
  ],
  unavailable: [
    'The form cannot be shown just now',
    'Wait a minute, then load this page again. If that does not help, tell whoever gave you the address.',
  ],
};

const TEXTS: Readonly<Record<string, PageTexts>> = {
  en: ENGLISH,
  de: {
    missing: [
      'Hier gibt es kein Formular',
      'Unter dieser Adresse gibt es kein Formular (mehr). Prüfen Sie die Adresse, oder fragen Sie dort nach, wo Sie sie bekommen haben.',
    ],
    busy: [
      'Zu viel auf einmal',
      'Über Ihre Verbindung kam in kurzer Zeit zu viel. Warten Sie eine Minute und laden Sie diese Seite dann neu.',
    ],
    unavailable: [
      'Das Formular lässt sich gerade nicht anzeigen',
      'Warten Sie eine Minute und laden Sie diese Seite dann neu. Hilft das nicht, geben Sie dort Bescheid, wo Sie die Adresse bekommen haben.',
    ],
  },
  ar: {
    missing: [
      'لا يوجد نموذج هنا',
      'لا يوجد نموذج في هذا العنوان، أو لم يعد موجودًا. تحقّق من العنوان، أو اسأل من أعطاك إياه.',
    ],
    busy: [
      'طلبات كثيرة دفعة واحدة',
      'وصل عبر اتصالك الكثير في وقت قصير. انتظر دقيقة ثم أعد تحميل هذه الصفحة.',
    ],
    unavailable: [
      'يتعذّر عرض النموذج الآن',
      'انتظر دقيقة ثم أعد تحميل هذه الصفحة. إن لم يُجدِ ذلك، فأخبر من أعطاك العنوان.',
    ],
  },
};

/** The languages of the page, the one for visitors with another language first. */
export const PAGE_LANGUAGES: readonly string[] = Object.keys(TEXTS);

const STYLE =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}main{max-inline-size:36rem;margin:15vh auto 0;padding:0 24px}h1{font-size:1.375rem}';

/** The policy of the page, which allows its style sheet alone. */
export const REFUSAL_PAGE_POLICY: string = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Makes the page that a visitor sees in place of a form that a server does not show. */
export function createRefusalPage(reason: FormRefusalReason, language: string): string {
  const texts = TEXTS[language] ?? ENGLISH;
  const [heading, sentence] =
    reason === 'NOT_PUBLISHED'
      ? texts.missing
      : reason === 'RATE_LIMITED'
        ? texts.busy
        : texts.unavailable;
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<style>${STYLE}</style>
</head>
<body>
<main><h1>${heading}</h1><p>${sentence}</p></main>
</body>
</html>
`;
}
