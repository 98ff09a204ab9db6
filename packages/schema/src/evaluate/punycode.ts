/** The text that the part of a label after `xn--` stands for (RFC 3492); `undefined` if none. */
export function decodePunycode(encoded: string): string | undefined {
  const end = encoded.lastIndexOf('-');
  const characters = Array.from(encoded.slice(0, Math.max(end, 0)));
  let [code, position, bias] = [128, 0, 72];
  for (let at = end + 1; at < encoded.length;) {
    const start = position;
    let weight = 1;
    for (let step = 36; ; step += 36) {
      const digit = toDigit(encoded.charCodeAt(at));
      if (digit === undefined) return undefined;
      at += 1;
      position += digit * weight;
      const threshold = Math.min(Math.max(step - bias, 1), 26);
      if (digit < threshold) break;
      weight *= 36 - threshold;
      if (position > MAX_POSITION || weight > MAX_POSITION) return undefined;
    }
    const count = characters.length + 1;
    bias = toBias(position - start, { count, isFirst: start === 0 });
    code += Math.floor(position / count);
    position %= count;
    if (code > 0x10_ff_ff) return undefined;
    characters.splice(position, 0, String.fromCodePoint(code));
    position += 1;
  }
  return characters.join('');
}

/** Beyond it is no character, however long the label. */
const MAX_POSITION = 2 ** 31;

/** Letters are 0 to 25, digits 26 to 35; `undefined` after the end as well. */
function toDigit(code: number): number | undefined {
  if (code >= 97 && code <= 122) return code - 97;
  if (code >= 48 && code <= 57) return code - 22;
  return undefined;
}

/** How large the next number is likely to be. */
function toBias(
  delta: number,
  { count, isFirst }: { readonly count: number; readonly isFirst: boolean },
): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / count);
  let bias = 0;
  for (; rest > 455; bias += 36) rest = Math.floor(rest / 35);
  return bias + Math.floor((36 * rest) / (rest + 38));
}
