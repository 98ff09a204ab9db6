import { createTextsHook } from '../texts/use-texts.ts';

/** Returns the texts of the history of this browser, in the language of the page. */
export const useHistoryTexts: () => {
  readonly ran: string;
  readonly none: string;
  readonly clear: string;
} = createTextsHook({
  en: {
    ran: 'What you ran with this agent, in this browser.',
    none: 'Nothing here yet. What you run with this agent appears here.',
    clear: 'Clear history',
  },
  de: {
    ran: 'Was Sie mit diesem Agenten ausgeführt haben, in diesem Browser.',
    none: 'Noch ist nichts da. Was Sie mit diesem Agenten ausführen, erscheint hier.',
    clear: 'Verlauf löschen',
  },
  ar: {
    ran: 'ما شغّلته مع هذا الوكيل، في هذا المتصفح.',
    none: 'لا شيء هنا بعد. يظهر هنا ما تشغّله مع هذا الوكيل.',
    clear: 'امسح السجل',
  },
});
