/** No id of ours is longer. */
const MAX_SHOWN_LENGTH = 256;

/** An id, or other text of a caller, as errors show it: cut where it is too long to be one. */
export function toShownId(text: string): string {
  return text.length <= MAX_SHOWN_LENGTH ? text : `${text.slice(0, MAX_SHOWN_LENGTH)}…`;
}
