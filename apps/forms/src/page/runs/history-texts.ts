import { createTextsHook } from '../texts/use-texts.ts';

/** Returns the texts of the history of this browser, in the language of the page. */
export const useHistoryTexts: () => {
  readonly ran: string;
  readonly none: string;
  readonly clear: string;
  /** The name of the chips that narrow the history. */
  readonly filters: string;
} = createTextsHook({
  en: {
    ran: 'What you ran with this agent, in this browser.',
    none: 'Nothing here yet. What you run with this agent appears here.',
    clear: 'Clear history',
    filters: 'Filters',
  },
  de: {
    ran: 'Was Sie mit diesem Agenten ausgeführt haben, in diesem Browser.',
    none: 'Noch ist nichts da. Was Sie mit diesem Agenten ausführen, erscheint hier.',
    clear: 'Verlauf löschen',
    filters: 'Filter',
  },
  ar: {
    ran: 'ما شغّلته مع هذا الوكيل، في هذا المتصفح.',
    none: 'لا شيء هنا بعد. يظهر هنا ما تشغّله مع هذا الوكيل.',
    clear: 'امسح السجل',
    filters: 'عوامل التصفية',
  },
});
