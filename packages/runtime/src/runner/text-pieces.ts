import type { ArtifactUpdate } from '@formwork/core';
import { isRecord } from '@formwork/schema/internal';
import { TaskCallError } from '../errors.ts';

/**
 * The pieces of text that one run streams into artifacts. A model may cut a character in two, so
 * that one piece ends with half of a surrogate pair, and the next begins with the other half: the
 * first half waits for the next piece, because UTF-8 has no form for it.
 */
export class TextPieces {
  /** The halves that wait, by the ids of their artifacts; absent until the first. */
  #halves: Map<string, string> | undefined;

  /**
   * Returns an update whose text begins with the half that waited, and does not end with one; the
   * update itself if there is none. Its types are not checked yet.
   */
  join(update: ArtifactUpdate): ArtifactUpdate {
    const { id, text, append, last }: Readonly<Record<string, unknown>> = isRecord(update)
      ? update
      : {};
    if (typeof id !== 'string' || typeof text !== 'string') return update;
    const before = this.#halves?.get(id);
    if (before === undefined && !HALF_AT_END.test(text)) return update;
    this.#halves?.delete(id);
    // Without `append`, the text takes the place of what was sent.
    const joined = append === true && before !== undefined ? before + text : text;
    if (last === true || !HALF_AT_END.test(joined)) return { ...update, text: joined };
    (this.#halves ??= new Map()).set(id, joined.slice(-1));
    return { ...update, text: joined.slice(0, -1) };
  }

  /** Makes the error of a half whose other half never came; `undefined` if there is none. */
  findRest(): TaskCallError | undefined {
    for (const id of this.#halves?.keys() ?? []) {
      return new TaskCallError(
        `Cannot end the task as the text of artifact ${JSON.stringify(id)} must not end with half a surrogate pair: the piece with the other half was not sent. Cut texts between characters, or call toWellFormed() on them.`,
      );
    }
    return undefined;
  }
}

const HALF_AT_END = /[\uD800-\uDBFF]$/u;
