import type { Texts } from './texts.ts';

export const ARABIC_TEXTS: Texts = {
  waiting: 'في انتظار المساعد…',
  preparing: 'المساعد يملأ النموذج.',
  change: 'تعديل وإرسال من جديد',
  back: 'رجوع',
  goOn: 'المتابعة في المحادثة',
  goOnMessage: (title) => `لقد استخدمت النموذج «${title}». يرجى المتابعة بما نتج عنه.`,
  agent: (alias) => `وكيل بعيد: ${alias}`,
  openLink: (host) => `هل تريد فتح ${host}؟`,
  open: 'فتح',
  cancel: 'إلغاء',
  noLinks: 'هذا التطبيق لا يفتح الروابط. انسخ العنوان إن كنت تثق به.',
  noDownloads: 'هذا التطبيق لا يحفظ الملفات.',
  refused: 'لم ينفّذ التطبيق ذلك.',
};
