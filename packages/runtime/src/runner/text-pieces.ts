import type { ArtifactUpdate } from '@formwork/core';
import { isRecord, toRecord, hasLoneSurrogate } from '@formwork/schema/json';
import type { TruncatedTexts } from './truncated-texts.ts';

/** The fields of an artifact's update, whose types are not checked yet. */
type Fields = Readonly<Record<string, unknown>>;

/**
 * The pieces of text that one run streams into artifacts. A model may cut a character in two, so
 * that one piece ends with half of a surrogate pair, and the next begins with the other half: the
 * first half waits for the next piece, because UTF-8 has no form for it. A half whose other half
 * does not come becomes U+FFFD.
 */
export class TextPieces {
  readonly #texts: TruncatedTexts;
  /** The halves that wait, by the ids of their artifacts; absent until the first. */
  #halves: Map<string, string> | undefined;

  constructor(texts: TruncatedTexts) {
    this.#texts = texts;
  }

  /**
   * Returns an update as it is sent: its text begins with the half that waited, and does not end
   * with one, and what people read of it has no half. The update itself if nothing changes.
   */
  join(update: ArtifactUpdate): ArtifactUpdate {
    const fields: Fields = toRecord(update);
    const { id, text, name, description, files } = fields;
    if (typeof id !== 'string') return update;
    const joined = this.#joinText(id, fields);
    const names = Array.isArray(files) ? files.map(readName) : [];
    const isWhole = joined === text && ![text, name, description, ...names].some(isCut);
    if (isWhole) return update;
    const mend = (value: unknown, label: string): unknown =>
      isCut(value) ? this.#texts.mend(value, `${label} of artifact ${JSON.stringify(id)}`) : value;
    const { data, schema, append, last } = fields;
    // Field by field, because updates and files may be objects of classes.
    const read = { data, schema, append, last };
    return {
      ...update,
      id,
      ...withoutUndefined({
        ...read,
        text: mend(joined, 'the text'),
        name: mend(name, 'the name'),
        description: mend(description, 'the description'),
        files: Array.isArray(files)
          ? files.map((file: unknown) => {
              if (!isRecord(file) || !isCut(file['name'])) return file;
              const { content, mediaType } = file;
              const mendedFile = { content, mediaType, name: mend(file['name'], 'a file name') };
              return withoutUndefined(mendedFile);
            })
          : files,
      }),
    };
  }

  /** Returns the updates that end the texts of which a half still waits, because nothing follows. */
  takeRest(): readonly ArtifactUpdate[] {
    const ids = [...(this.#halves?.keys() ?? [])];
    return ids.map((id) => this.join({ id, text: '', append: true, last: true }));
  }

  #joinText(id: string, { text, append, last }: Fields): unknown {
    const before = this.#halves?.get(id);
    this.#halves?.delete(id);
    // Without `append`, what follows takes the place of what was sent.
    const waited = append === true ? before : undefined;
    // After data or a file, the other half cannot come.
    if (typeof text !== 'string') return text === undefined ? waited : text;
    const joined = waited === undefined ? text : waited + text;
    // Nothing follows the last piece, and one that replaces others is the last by default.
    const isLast = last ?? append !== true;
    if (isLast === true || !HALF_AT_END.test(joined)) return joined;
    (this.#halves ??= new Map()).set(id, joined.slice(-1));
    return joined.slice(0, -1);
  }
}

function isCut(value: unknown): value is string {
  return typeof value === 'string' && hasLoneSurrogate(value);
}

function readName(file: unknown): unknown {
  return isRecord(file) ? file['name'] : undefined;
}

function withoutUndefined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const HALF_AT_END = /[\uD800-\uDBFF]$/u;
