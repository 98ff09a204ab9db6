/**
 * Returns the anchor of a heading as GitHub makes it, so that a link to it works in both places.
 *
 * @param {string} heading
 */
export function toSlug(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}
