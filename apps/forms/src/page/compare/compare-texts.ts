import { useTexts } from '../texts/use-texts.ts';
import type { Language } from '../texts/texts.ts';

/** The texts of comparisons: loaded with them. */
export interface CompareTexts {
  readonly compareTitle: string;
  readonly compareWith: string;
  readonly compareNone: string;
  readonly compareInput: string;
  readonly compareResult: string;
  readonly compareSame: string;
  readonly field: string;
  readonly before: string;
  readonly after: string;
  readonly changes: {
    readonly added: string;
    readonly removed: string;
    readonly changed: string;
  };
}

const ENGLISH: CompareTexts = {
  compareTitle: 'Compare two runs',
  compareWith: 'Compare with',
  compareNone: 'Run this skill once more to compare.',
  compareInput: 'What was sent',
  compareResult: 'What came back',
  compareSame: 'No difference',
  field: 'Field',
  before: 'Before',
  after: 'After',
  changes: { added: 'Added', removed: 'Removed', changed: 'Changed' },
};

const GERMAN: CompareTexts = {
  compareTitle: 'Zwei Ausführungen vergleichen',
  compareWith: 'Vergleichen mit',
  compareNone: 'Führen Sie das noch einmal aus, um zu vergleichen.',
  compareInput: 'Was gesendet wurde',
  compareResult: 'Was zurückkam',
  compareSame: 'Kein Unterschied',
  field: 'Feld',
  before: 'Vorher',
  after: 'Nachher',
  changes: { added: 'Neu', removed: 'Entfernt', changed: 'Geändert' },
};

const ARABIC: CompareTexts = {
  compareTitle: 'قارن تشغيلين',
  compareWith: 'قارن مع',
  compareNone: 'شغّل هذه المهارة مرة أخرى للمقارنة.',
  compareInput: 'ما أُرسل',
  compareResult: 'ما عاد',
  compareSame: 'لا فرق',
  field: 'الحقل',
  before: 'قبل',
  after: 'بعد',
  changes: { added: 'أُضيف', removed: 'أُزيل', changed: 'تغيّر' },
};

const TEXTS: Readonly<Record<Language, CompareTexts>> = { en: ENGLISH, de: GERMAN, ar: ARABIC };

/** The texts of comparisons in the language of the page. */
export function useCompareTexts(): CompareTexts {
  return TEXTS[useTexts().language];
}
