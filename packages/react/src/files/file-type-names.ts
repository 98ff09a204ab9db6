/** The names of common file types that are the same in every language, by their media types. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['application/pdf', 'PDF'],
  ['application/json', 'JSON'],
  ['application/xml', 'XML'],
  ['application/yaml', 'YAML'],
  ['application/zip', 'ZIP'],
  ['application/x-zip-compressed', 'ZIP'],
  ['application/msword', 'Word'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'Word'],
  ['application/vnd.ms-excel', 'Excel'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Excel'],
  ['application/vnd.ms-powerpoint', 'PowerPoint'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'PowerPoint'],
  ['application/vnd.oasis.opendocument.text', 'OpenDocument (ODT)'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'OpenDocument (ODS)'],
  ['application/vnd.oasis.opendocument.presentation', 'OpenDocument (ODP)'],
  ['audio/mpeg', 'MP3'],
  ['audio/wav', 'WAV'],
  ['audio/ogg', 'Ogg'],
  ['image/avif', 'AVIF'],
  ['image/gif', 'GIF'],
  ['image/heic', 'HEIC'],
  ['image/jpeg', 'JPEG'],
  ['image/png', 'PNG'],
  ['image/svg+xml', 'SVG'],
  ['image/tiff', 'TIFF'],
  ['image/webp', 'WebP'],
  ['text/csv', 'CSV'],
  ['text/html', 'HTML'],
  ['text/markdown', 'Markdown'],
  ['text/tab-separated-values', 'TSV'],
  ['text/xml', 'XML'],
  ['video/mp4', 'MP4'],
  ['video/quicktime', 'MOV'],
  ['video/webm', 'WebM'],
]);

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
    const plain = type.split(';')[0]?.trim().toLowerCase() ?? '';
    const kind = KINDS.find((one) => one === plain);
    return kind === undefined ? (FORMATS.get(plain) ?? type) : kinds[kind];
  });
  return [...new Set(names)];
}
