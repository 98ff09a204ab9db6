/** The texts of the field for files, in one language. */
export interface FileTexts {
  readonly files: string;
  readonly chooseFiles: string;
  readonly filesTooLarge: (name: string, most: string) => string;
  readonly fileTooLarge: (name: string, size: string, most: string) => string;
  readonly fileOfOtherType: (name: string, types: string) => string;
  readonly filesTooMany: (name: string, most: number) => string;
  readonly fileSizeHint: (most: string) => string;
  readonly filesCountHint: (most: number) => string;
  readonly fileUnreadable: (name: string) => string;
  readonly removeFile: (name: string) => string;
}

const ENGLISH: FileTexts = {
  files: 'Files',
  chooseFiles: 'Choose files',
  filesTooLarge: (name, most) =>
    `“${name}” was not added: all files together may have at most ${most}.`,
  fileTooLarge: (name, size, most) =>
    `“${name}” was not added: it has ${size}, and a file may have at most ${most}.`,
  fileOfOtherType: (name, types) => `“${name}” was not added: this field takes only ${types}.`,
  filesTooMany: (name, most) =>
    `“${name}” was not added: at most ${most} ${most === 1 ? 'file goes' : 'files go'} along.`,
  fileSizeHint: (most) => `at most ${most} each`,
  filesCountHint: (most) => `at most ${most} ${most === 1 ? 'file' : 'files'}`,
  fileUnreadable: (name) => `“${name}” could not be read.`,
  removeFile: (name) => `Remove ${name}`,
};

const GERMAN: FileTexts = {
  files: 'Dateien',
  chooseFiles: 'Dateien auswählen',
  filesTooLarge: (name, most) =>
    `„${name}“ wurde nicht hinzugefügt: Alle Dateien zusammen dürfen höchstens ${most} haben.`,
  fileTooLarge: (name, size, most) =>
    `„${name}“ wurde nicht hinzugefügt: Die Datei hat ${size}, erlaubt sind höchstens ${most}.`,
  fileOfOtherType: (name, types) =>
    `„${name}“ wurde nicht hinzugefügt: Dieses Feld nimmt nur ${types} an.`,
  filesTooMany: (name, most) =>
    `„${name}“ wurde nicht hinzugefügt: Höchstens ${most} ${most === 1 ? 'Datei' : 'Dateien'} können mitgehen.`,
  fileSizeHint: (most) => `je höchstens ${most}`,
  filesCountHint: (most) => `höchstens ${most} ${most === 1 ? 'Datei' : 'Dateien'}`,
  fileUnreadable: (name) => `„${name}“ ließ sich nicht lesen.`,
  removeFile: (name) => `${name} entfernen`,
};

const ARABIC: FileTexts = {
  files: 'الملفات',
  chooseFiles: 'اختيار ملفات',
  filesTooLarge: (name, most) => `لم يُضف «${name}»: يجب ألا يتجاوز حجم كل الملفات معًا ${most}.`,
  fileTooLarge: (name, size, most) =>
    `لم يُضف «${name}»: حجمه ${size}، والحد الأقصى لكل ملف ${most}.`,
  fileOfOtherType: (name, types) => `لم يُضف «${name}»: يقبل هذا الحقل ما يلي فقط: ${types}.`,
  filesTooMany: (name, most) => `لم يُضف «${name}»: الحد الأقصى لعدد الملفات ${most}.`,
  fileSizeHint: (most) => `${most} كحد أقصى لكل ملف`,
  filesCountHint: (most) => `الحد الأقصى لعدد الملفات ${most}`,
  fileUnreadable: (name) => `تعذّرت قراءة «${name}».`,
  removeFile: (name) => `إزالة ${name}`,
};

const TEXTS: ReadonlyMap<string, FileTexts> = new Map([
  ['en', ENGLISH],
  ['de', GERMAN],
  ['ar', ARABIC],
]);

/** Returns the texts of the field for files in a language (a BCP 47 tag), else in English. */
export function findFileTexts(language: string): FileTexts {
  return TEXTS.get(language.split('-')[0] ?? '') ?? ENGLISH;
}
