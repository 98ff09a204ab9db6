import { PROBLEMS } from './arabic-problems.ts';
import type { LazyMessages } from './lazy-messages.ts';

/** The texts of parts of forms that are loaded late, in Arabic. */
export const LAZY: LazyMessages = {
  problems: PROBLEMS,
  findField: 'ابحث عن حقل',
  fieldsFound: (_count, text) => `عدد الحقول: ${text}`,
  requiredLeft: (_count, text) => `الحقول المطلوبة المتبقية: ${text}`,
  noneLeft: 'اكتملت كل الحقول المطلوبة',
  close: 'إغلاق',
  answeredElsewhere: 'أُجيب عن هذا في مكان آخر.',
  answeredBy: (who, isByLink) =>
    who === undefined
      ? 'لم يجب أحد في الوقت المحدد.'
      : `أجاب ${who}${isByLink ? ' عبر رابط' : ''}.`,
  sheet: {
    keys: 'الأسهم للتنقل، والكتابة أو Enter للتعديل، وTab للمتابعة، وDelete للإفراغ. يمكنك نسخ مجموعة خلايا ولصقها.',
    addRow: 'إضافة صف',
    removeRows: (count, text) => (count === 1 ? 'حذف الصف' : `حذف الصفوف (${text})`),
    pasteHere: 'انسخ الصفوف من جدولك والصقها هنا',
    columns: 'محتوى الأعمدة',
    skip: 'تجاهل',
    columnOf: (name) => `العمود ${name}`,
    usedColumns: (names) => `المستخدمة: ${names}`,
    unusedColumns: (names) => `المتروكة: ${names}`,
    firstRowIsHead: 'الصف الأول يحتوي على أسماء الأعمدة',
    preview: (_count, text) => `عدد الصفوف: ${text}`,
    misfit: 'غير مناسب',
    misfits: (_count, text) => `صفوف غير مناسبة: ${text}. انظر ما هو معلَّم.`,
    addGood: (count, text) => (count === 1 ? 'إضافة صف واحد' : `إضافة الصفوف (${text})`),
    addAll: (_count, text) => `إضافة الكل (${text}) وتصحيحه في النموذج`,
    nothing: 'لا توجد صفوف في النص.',
    openQuote: 'هناك علامة اقتباس لم تُغلق، فلا يمكن التمييز بين الصفوف.',
    onlyFirst: (text) => `تُقرأ الصفوف الأولى فقط (${text}). الصق البقية بعد ذلك.`,
    added: (_count, text) => `الصفوف المضافة: ${text}`,
  },
};
