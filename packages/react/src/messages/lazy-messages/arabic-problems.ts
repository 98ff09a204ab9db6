import type { ProblemMessages } from './problem-messages.ts';

const ASKING = {
  enter: 'أدخل قيمة',
  choose: 'اختر قيمة',
  answer: 'اختر نعم أو لا',
  add: 'أضف قيمة',
};

/** The sentences about problems of a form, in Arabic. */
export const PROBLEMS: ProblemMessages = {
  missing: (label, asking) => `${label} مطلوب: ${ASKING[asking]}`,
  agree: (label) => `${label}: يجب أن يكون الجواب نعم`,
  pattern: (label, example) => `صيغة ${label} غير صحيحة، مثال صحيح: ${example}`,
  except: (label, values) => `${label} يجب ألا يكون ${toChoice(values)}`,
  lacks: (label, values) => `${label} يجب أن يحتوي على ${toChoice(values)}`,
  apart: (names, label) =>
    names.length === 0 ? `${label} غير ممكن بهذا الشكل` : `اترك ${toChoice(names)} فارغًا`,
  kinds: (names, label) =>
    names.length === 0 ? `${label} لا يطابق أيًا من الخيارات` : `أدخل ${toChoice(names)}`,
  other: (label) => `${label} غير ممكن بهذا الشكل`,
  at: (where, sentence) => `${where}: ${sentence}`,
  left: (count, text, isMissing) =>
    count === 0
      ? 'تم تصحيح كل شيء'
      : `${toCount(count, text)} ${isMissing ? (count === 2 ? 'ناقصتان' : 'ناقصة') : 'للتصحيح'}`,
};

/** Joins names as "A or B". */
function toChoice(names: readonly string[]): string {
  return new Intl.ListFormat('ar', { type: 'disjunction' }).format(names);
}

/** Counts what a form asks for, by the plurals of the language. */
function toCount(count: number, text: string): string {
  const plural = new Intl.PluralRules('ar').select(count);
  if (plural === 'one') return 'معلومة واحدة';
  if (plural === 'two') return 'معلومتان';
  return `${text} ${plural === 'few' ? 'معلومات' : 'معلومة'}`;
}
