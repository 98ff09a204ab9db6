/** The comment above a generated type: text and tags. */
export interface TypeDoc {
  /** The text of the comment, made safe so that it cannot end the comment. */
  readonly text?: string;
  readonly deprecated?: boolean;
}

/** The longest description that a comment keeps, in UTF-16 code units. */
const MAX_LENGTH = 4_000;

/** The longest value that becomes a tag of a comment, in characters; a longer one is left out. */
const MAX_TAG_LENGTH = 120;

/** The keywords whose values become tags of the comment, because no type can express them. */
const TAGS = [
  'default',
  'format',
  'pattern',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
] as const;

/**
 * Reads the comment for a type from its schema; `undefined` if the schema holds nothing for people.
 */
export function readDoc(schema: Readonly<Record<string, unknown>>): TypeDoc | undefined {
  const { description, title, deprecated } = schema;
  const words = [description, title].find((text) => typeof text === 'string' && text.trim() !== '');
  const tags = TAGS.flatMap((keyword) => readTags(keyword, schema[keyword]));
  const paragraphs = [typeof words === 'string' ? cleanComment(words) : '', tags.join('\n')].filter(
    (paragraph) => paragraph !== '',
  );
  if (paragraphs.length === 0 && deprecated !== true) return undefined;
  return {
    ...(paragraphs.length > 0 && { text: paragraphs.join('\n\n') }),
    ...(deprecated === true && { deprecated }),
  };
}

/**
 * Makes text safe for a comment: it cannot end the comment, holds no tags that tools obey, and no
 * characters that hide or reverse text.
 */
export function cleanComment(text: string): string {
  const cut = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
  return removeInvisible(cut.replaceAll(/\r\n?|[\u2028\u2029]/gu, '\n'))
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .replaceAll('*/', '*\\/')
    .replaceAll(/(?<=^|\s)@(?=\w)/gu, '\\@')
    .trim();
}

function readTags(keyword: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  const text = typeof value === 'string' && keyword !== 'default' ? value : JSON.stringify(value);
  if (text === undefined || text.length > MAX_TAG_LENGTH) return [];
  const line = cleanComment(text).replaceAll('\n', ' ');
  return line === '' ? [] : [`@${keyword} ${line}`];
}

/** Replaces control and format characters except line feeds, and halves of surrogate pairs. */
function removeInvisible(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}/gu, ' ');
}
