import type { Messages } from './messages.ts';
import { ARABIC_RESULT } from './result/arabic.ts';
import { toProblemText } from './to-problem-text.ts';
import { ARABIC_TASK } from './task/arabic.ts';

/** النصوص بالعربية */
export const ARABIC: Messages = {
  language: 'ar',
  direction: 'rtl',
  result: ARABIC_RESULT,
  task: ARABIC_TASK,
  send: 'إرسال',
  required: 'مطلوب',
  errorHeading: 'هناك مشكلة',
  entryName: 'الاسم',
  none: 'لا شيء',
  choose: 'اكتب للبحث',
  noMatches: 'لا توجد نتائج',
  pickColor: 'اختر لونًا',
  json: 'JSON: النصوص بين علامتي اقتباس، والقوائم بين [ ]، والمجموعات بين { }',
  jsonInvalid: 'ليس JSON صحيحًا بعد: تحقق من علامات الاقتباس والفواصل والأقواس',
  jsonForm: 'أدخل البيانات بصيغة JSON',
  drawingFailed: 'تعذر عرض هذا النموذج. يمكنك إدخال البيانات بصيغة JSON بدلًا من ذلك.',
  unchecked: 'يتحقق الوكيل من البيانات، وليس هذه الصفحة.',
  uncheckedFields: (labels) =>
    `تعذر التحقق هنا من ${labels || 'بعض البيانات'}، وسيتحقق الوكيل من ذلك.`,
  typeNames: {
    string: 'نص',
    number: 'رقم',
    integer: 'عدد صحيح',
    boolean: 'نعم أو لا',
    object: 'مجموعة',
    array: 'قائمة',
    null: 'لا شيء',
  },
  rowLabel: (label, n) => `${label} ${n}`,
  kindOf: (label) => `نوع ${label}`,
  add: (label) => `إضافة ${label}`,
  addTo: (label) => `إضافة إلى ${label}`,
  remove: (label) => `إزالة ${label}`,
  moveUp: (label) => `نقل ${label} إلى الأعلى`,
  moveDown: (label) => `نقل ${label} إلى الأسفل`,
  rowNumber: 'الصف',
  emptyRow: 'فارغ',
  previous: 'السابق',
  next: 'التالي',
  goToRow: 'الانتقال إلى الصف',
  pagesOf: (label) => `صفحات ${label}`,
  rowsShown: (from, to, total) => `من ${from} إلى ${to} من أصل ${total}`,
  cell: (column, row) => `${column}، ${row}`,
  matches: (count) => `عدد النتائج: ${count}`,
  fileLimit: (bytes) => `الحد الأقصى ${bytes}`,
  fileRefused: (name, reason) =>
    reason === 'size' ? `الملف ${name} كبير جدًا` : `تعذرت قراءة الملف ${name}`,
  problem: (label, problem) =>
    toProblemText(label, problem, {
      required: (name) => `${name} مطلوب: أدخل قيمة`,
      type: (name) => `${name} من نوع غير صحيح`,
      choice: (name) => `${name} ليس من الخيارات`,
      length: (name) => `طول ${name} غير صحيح`,
      bound: (name) => `${name} أكبر أو أصغر من المسموح`,
      format: (name) => `صيغة ${name} غير صحيحة`,
      items: (name) => `عدد عناصر ${name} غير صحيح أو أن بعضها مكرر`,
      unknown: (name) => `${name} غير متوقع هنا`,
      other: (name) => `${name} غير ممكن بهذا الشكل`,
      expected: (text) => `المتوقع: ${text}`,
    }),
};
