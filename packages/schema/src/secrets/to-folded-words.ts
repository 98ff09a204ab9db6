import { toNormalForm } from '../json/normal-form.ts';

/**
 * The Latin letters for letters of other scripts that look like them, and for letters from which
 * accents cannot be removed.
 */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  [
    // Cyrillic
    ['авекмнорстухіїѕјԁԛԝӏһёьгп', 'abekmhopctyxiisjdqwlhebrn'],
    // Greek
    ['αβεικνορτυχωηγ', 'abeikvoptuxwny'],
    // Armenian, Latin small capitals and the like
    ['օսոհցաʋɑɡıłøđʟɴᴀʙᴄᴅᴇᴊᴋᴍᴏᴘʀꜱᴛᴜᴠᴡʏᴢɪʜꞓ', 'ounhgavagilodlnabcdejkmoprstuvwyzihc'],
  ].flatMap(([from = '', to = '']) =>
    Array.from(from, (letter, index) => [letter, to[index] ?? ''] as const),
  ),
);

/** The letters that digits and signs stand for within a word, such as `a` for `4`. */
const STAND_INS: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'i'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['@', 'a'],
  ['$', 's'],
]);

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}\u0640]/gu;

/**
 * Returns the words of a text as they look to people, in lower case, with a space before and after
 * each: without accents and invisible characters, and with Latin letters for their look-alikes.
 * `cardNumber` and `card_number` are two words each.
 */
export function toFoldedWords(text: string): string {
  const letters = toNormalForm(text, 'NFKD').replaceAll(UNSEEN, '');
  return joinWords(toLatin(splitNames(letters)));
}

/**
 * Returns the words of a text as {@link toFoldedWords} does, with letters for the digits and signs
 * that stand for them, as in `p4ssw0rd`.
 */
export function toReadWords(text: string): string {
  const letters = splitNames(toNormalForm(text, 'NFKD').replaceAll(UNSEEN, ''));
  const read = letters.replaceAll(/(?<=\p{L})[0-5@$]+(?=\p{L})/gu, (signs) =>
    Array.from(signs, (sign) => STAND_INS.get(sign) ?? sign).join(''),
  );
  return joinWords(toLatin(read));
}

function splitNames(text: string): string {
  return text.replaceAll(/(?<=[\p{Ll}\p{Nd}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ');
}

function toLatin(text: string): string {
  return Array.from(text.toLowerCase(), (letter) => LOOKALIKES.get(letter) ?? letter).join('');
}

function joinWords(text: string): string {
  return ` ${text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}
