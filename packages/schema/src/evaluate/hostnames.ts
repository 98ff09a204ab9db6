/** The number beyond which decoding Punycode stops, because no characters exist there. */
const MAX_POSITION = 2 ** 31;

/**
 * Matches a separator between the labels of a host name: a full stop, or the signs that East Asian
 * scripts use for it (RFC 3490, section 3.1).
 */
const SEPARATOR = /[.\u3002\uff0e\uff61]/u;

/** Matches a label of a host name in ASCII (RFC 1123). */
const ASCII_LABEL = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/u;

/** Matches the prefix `xn--` of a label that stands for letters of other scripts (RFC 5890). */
const ENCODED = /^[xX][nN]--/u;

/**
 * The letters, digits and marks that international host names may contain (RFC 5892, section 2), as
 * a regular expression.
 */
const LETTERS =
  '(?!\\p{Changes_When_NFKC_Casefolded}|\\p{Default_Ignorable_Code_Point}|' +
  // Excludes blocks of symbols, old Hangul jamo and the exceptions of the RFC.
  '[\\u20d0-\\u20ff\\u{1d100}-\\u{1d24f}\\u1100-\\u11ff\\ua960-\\ua97f\\ud7b0-\\ud7ff' +
  '\\u0640\\u07fa\\u302e\\u302f\\u3031-\\u3035\\u303b])' +
  '[\\p{Ll}\\p{Lu}\\p{Lo}\\p{Lm}\\p{Nd}\\p{Mn}\\p{Mc}]';

/**
 * The further characters that host names may contain although they are not in `LETTERS`; some are
 * allowed only beside certain others.
 */
const OTHERS =
  '[-\\u00df\\u03c2\\u06fd\\u06fe\\u0f0b\\u3007\\u00b7\\u0375\\u05f3\\u05f4\\u30fb\\u200c\\u200d]';

const PERMITTED = new RegExp(`^(?:${LETTERS}|${OTHERS})+$`, 'u');

/**
 * The letters of scripts that join letters in writing, such as Arabic, between which a zero-width
 * non-joiner is allowed.
 */
const JOINED =
  '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Nko}\\p{Script=Mandaic}\\p{Script=Phags_Pa}\\p{Script=Adlam}]';

/**
 * The patterns that find characters without the neighbours that they need (RFC 5892, appendix A).
 */
const OUT_OF_PLACE = [
  /(?<!l)\u00b7|\u00b7(?!l)/u,
  /\u0375(?!\p{Script=Greek})/u,
  /(?<!\p{Script=Hebrew})[\u05f3\u05f4]/u,
  /^(?=[^]*\u30fb)[^\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]*$/u,
  // Not every JavaScript engine checks joiners: each needs a mark before it, or joined letters
  // around it.
  /(?<!\p{M})\u200d/u,
  new RegExp(`(?<!\\p{M}|${JOINED})\\u200c|(?<!\\p{M})\\u200c(?!\\p{M}*${JOINED})`, 'u'),
  /^(?=[^]*[\u0660-\u0669])[^]*[\u06f0-\u06f9]/u,
];

/** Matches a letter of a script that is written from right to left. */
const FROM_RIGHT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * True for a host name in ASCII (RFC 1123); labels that begin with `xn--` have to decode to valid
 * ones (RFC 5891).
 */
export function isHostname(text: string): boolean {
  if (text.length > 253) return false;
  const labels = text.split('.');
  if (!labels.every((label) => ASCII_LABEL.test(label))) return false;
  return !labels.some((label) => ENCODED.test(label)) || isInternationalHostname(text);
}

/**
 * True for a host name whose labels may be of any script, written out or encoded as Punycode (RFC
 * 5890).
 */
export function isInternationalHostname(text: string): boolean {
  // A character has one or two code units here, and takes at least one byte when it is sent.
  if (text.length > 506) return false;
  const labels = text.split(SEPARATOR).map(toUnicodeLabel);
  if (labels.includes(undefined)) return false;
  if (labels.every((label) => label !== undefined && ASCII_LABEL.test(label))) {
    return labels.join('.').length <= 253;
  }
  // A label of a name with letters from right to left begins with no digit (RFC 5893, section 2).
  const isTurned = labels.some((label) => label !== undefined && FROM_RIGHT.test(label));
  if (isTurned && labels.some((label) => label !== undefined && /^\d/u.test(label))) return false;
  // URL checks directions, joiners and lengths. The label that is added keeps digits from being
  // read as an address.
  const url = toUrl(`https://${labels.join('.')}.a`);
  const ascii = url?.hostname.slice(0, -2) ?? '';
  return (
    ascii.length > 0 && ascii.length <= 253 && ascii.split('.').every((label) => label.length < 64)
  );
}

/** Decodes a label of a host name to Unicode; `undefined` if it is invalid. */
function toUnicodeLabel(label: string): string | undefined {
  if (!ASCII_LABEL.test(label)) return isUnicodeLabel(label) ? label : undefined;
  if (!ENCODED.test(label)) return label;
  const read = decodePunycode(label.slice(4).toLowerCase());
  if (read === undefined || !/[^\0-\u007f]/u.test(read) || !isUnicodeLabel(read)) return undefined;
  // A label is valid only in its canonical encoding.
  return toUrl(`https://${read}.a`)?.hostname === `${label.toLowerCase()}.a` ? read : undefined;
}

function isUnicodeLabel(label: string): boolean {
  return (
    PERMITTED.test(label) &&
    label === label.normalize('NFC') &&
    !/^-|-$|^..--|^\p{M}/u.test(label) &&
    !OUT_OF_PLACE.some((expression) => expression.test(label))
  );
}

function toUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** Decodes Punycode, the part of a label after `xn--` (RFC 3492); `undefined` if it is invalid. */
function decodePunycode(encoded: string): string | undefined {
  const end = encoded.lastIndexOf('-');
  const characters = Array.from(encoded.slice(0, Math.max(end, 0)));
  let [code, position, bias] = [128, 0, 72];
  for (let at = end + 1; at < encoded.length;) {
    const start = position;
    let weight = 1;
    for (let step = 36; ; step += 36) {
      const digit = decodeDigit(encoded.charCodeAt(at));
      if (digit === undefined) return undefined;
      at += 1;
      position += digit * weight;
      const threshold = Math.min(Math.max(step - bias, 1), 26);
      if (digit < threshold) break;
      weight *= 36 - threshold;
      if (position > MAX_POSITION || weight > MAX_POSITION) return undefined;
    }
    const count = characters.length + 1;
    bias = adaptBias(position - start, { count, isFirst: start === 0 });
    code += Math.floor(position / count);
    position %= count;
    if (code > 0x10_ff_ff) return undefined;
    characters.splice(position, 0, String.fromCodePoint(code));
    position += 1;
  }
  return characters.join('');
}

/**
 * Returns the value of a Punycode digit: letters are 0 to 25, digits 26 to 35; `undefined` for
 * anything else.
 */
function decodeDigit(code: number): number | undefined {
  if (code >= 97 && code <= 122) return code - 97;
  if (code >= 48 && code <= 57) return code - 22;
  return undefined;
}

/** Adapts the bias of Punycode to the numbers decoded so far (RFC 3492, section 6.1). */
function adaptBias(
  delta: number,
  { count, isFirst }: { readonly count: number; readonly isFirst: boolean },
): number {
  let scaledDelta = Math.floor(delta / (isFirst ? 700 : 2));
  scaledDelta += Math.floor(scaledDelta / count);
  let bias = 0;
  for (; scaledDelta > 455; bias += 36) scaledDelta = Math.floor(scaledDelta / 35);
  return bias + Math.floor((36 * scaledDelta) / (scaledDelta + 38));
}
