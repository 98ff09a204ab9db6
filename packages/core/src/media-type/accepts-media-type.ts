import { parseMediaType } from './media-type.ts';

/**
 * True if one of the accepted media types is the type of a file, or a range that holds it:
 * `image/*`, or any of all. Letter case and parameters such as `charset` make no difference.
 *
 * @example
 * ```ts
 * import { acceptsMediaType } from '@formwork/core';
 *
 * acceptsMediaType(['image/*', 'application/pdf'], 'image/png'); // true
 * acceptsMediaType(['image/*', 'application/pdf'], ''); // false: nobody knows what it is
 * ```
 */
export function acceptsMediaType(accepted: readonly string[], mediaType: string): boolean {
  const type = parseMediaType(mediaType)?.type;
  return accepted.some((one) => {
    const range = parseMediaType(one)?.type;
    if (range === '*/*') return true;
    if (range === undefined || type === undefined) return false;
    return range.endsWith('/*') ? type.startsWith(range.slice(0, -1)) : type === range;
  });
}

/**
 * The media types of files among the `inputModes` of a skill: all but `text/plain` and
 * `application/json`, which stand for text and data. Empty when nothing tells that it takes files.
 */
export function listFileTypes(inputModes: readonly string[]): readonly string[] {
  const types = inputModes.flatMap((mode) => parseMediaType(mode)?.type ?? []);
  return [...new Set(types)].filter((type) => !isMessageType(type));
}

/** True for the media types that stand for parts of text and data, not for files. */
export function isMessageType(type: string): boolean {
  return type === 'text/plain' || type === 'application/json';
}
