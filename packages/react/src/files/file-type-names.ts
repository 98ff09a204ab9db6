/** The names of file types that people do not know by the last part of their media types. */
const FORMATS: readonly (readonly [RegExp, string])[] = [
  [/wordprocessingml|msword/u, 'Word'],
  [/spreadsheetml|ms-excel/u, 'Excel'],
  [/presentationml|ms-powerpoint/u, 'PowerPoint'],
  [/opendocument/u, 'OpenDocument'],
  [/audio\/mpeg/u, 'MP3'],
  [/quicktime/u, 'MOV'],
  [/text\/plain/u, 'TXT'],
  [/markdown/u, 'Markdown'],
  [/\bzip\b/u, 'ZIP'],
];

/** Matches a media type that people know by its last part, such as `image/png` or `text/csv`. */
const SHORT = /^[a-z]+\/([a-z\d]{2,4}|jpeg)(?:\+xml)?$/u;

const KINDS = ['*/*', 'image/*', 'audio/*', 'video/*', 'text/*', 'text/plain'] as const;

type KindNames = Readonly<Record<(typeof KINDS)[number], string>>;

/** The names of kinds of files as they stand within a sentence. */
const ENGLISH: KindNames = {
  '*/*': 'files of any kind',
  'image/*': 'pictures',
  'audio/*': 'audio',
  'video/*': 'videos',
  'text/*': 'text',
  'text/plain': 'text',
};

const NAMES: ReadonlyMap<string, KindNames> = new Map([
  ['en', ENGLISH],
  [
    'de',
    {
      '*/*': 'Dateien aller Art',
      'image/*': 'Bilder',
      'audio/*': 'Audio',
      'video/*': 'Videos',
      'text/*': 'Text',
      'text/plain': 'Text',
    },
  ],
  [
    'ar',
    {
      '*/*': 'ملفات من أي نوع',
      'image/*': 'صور',
      'audio/*': 'ملفات صوتية',
      'video/*': 'مقاطع فيديو',
      'text/*': 'نصوص',
      'text/plain': 'نصوص',
    },
  ],
]);

/**
 * Returns the names of media types as people know them, such as `pictures` for `image/*`, in a
 * language (a BCP 47 tag), each name once. A type that is not common keeps its own name.
 */
export function nameFileTypes(types: readonly string[], language: string): readonly string[] {
  const kinds = NAMES.get(language.split('-')[0] ?? '') ?? ENGLISH;
  const names = types.map((type) => {
    const kind = KINDS.find((candidate) => candidate === toPlain(type));
    return kind === undefined ? nameFormat(type) : kinds[kind];
  });
  return [...new Set(names)];
}

/** Returns the name of the format of a media type, such as `PNG`, else the media type itself. */
export function nameFormat(type: string): string {
  const plain = toPlain(type);
  const format = FORMATS.find(([pattern]) => pattern.test(plain))?.[1];
  return format ?? SHORT.exec(plain)?.[1]?.toUpperCase() ?? type;
}

/** Returns a media type without its parameters. */
function toPlain(type: string): string {
  return type.split(';')[0]?.trim().toLowerCase() ?? '';
}
