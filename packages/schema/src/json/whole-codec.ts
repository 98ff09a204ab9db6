/** The name that generated decoders and encoders of protobuf lose: assigning it sets a prototype. */
const LOST = '__proto__';

/** The name without its ending, which may be the beginning of the next one: `__proto__proto__`. */
const OPENING = LOST.slice(0, -2);

/** Names of the same length, under which such members pass a codec. */
const STAND_INS = Array.from('0123456789abcdef', (letter) => `__prot${letter}__`);

/**
 * Decodes a message of protobuf with its members called `__proto__`.
 *
 * @throws Error if the bytes leave no name free to stand for them
 */
export function decodeWhole<Message>(bytes: Buffer, decode: (bytes: Buffer) => Message): Message {
  if (!bytes.includes(LOST)) return decode(bytes);
  const name = STAND_INS.find((free) => !bytes.includes(free));
  if (name === undefined) throw createNameError();
  const message = decode(exchange(bytes, LOST, name));
  const restore = (text: string): string => text.replaceAll(toPattern(name), OPENING);
  return rewrite(message, {
    name: restore,
    text: restore,
    bytes: (raw) => exchange(raw, name, LOST),
  }) as Message;
}

/**
 * Encodes a message of protobuf with its members called `__proto__`.
 *
 * @throws Error if the message leaves no name free to stand for them
 */
export function encodeWhole<Message>(
  message: Message,
  encode: (message: Message) => Buffer,
): Buffer {
  const count = countLostLeases(message);
  if (count === 0) return encode(message);
  const text = JSON.stringify(message);
  for (const name of STAND_INS) {
    if (text.includes(name)) continue;
    const renamed = rewrite(message, { name: (key) => (key === LOST ? name : key) });
    const bytes = encode(renamed as Message);
    // Files may contain the name as well.
    if (findNameOffsets(bytes, name).length === count) return exchange(bytes, name, LOST);
  }
  throw createNameError();
}

function createNameError(): Error {
  return new Error(
    `Cannot carry members called "${LOST}" because one of ${STAND_INS[0]} to ${STAND_INS.at(-1)} must be absent: the message has all`,
  );
}

function toPattern(name: string): RegExp {
  return new RegExp(`${name.slice(0, -2)}(?=__)`, 'gu');
}

function findNameOffsets(bytes: Buffer, name: string): readonly number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) places.push(at);
  return places;
}

function exchange(bytes: Uint8Array, from: string, to: string): Buffer {
  const copy = Buffer.from(bytes);
  for (const at of findNameOffsets(copy, from)) copy.write(to, at);
  return copy;
}

function countLostLeases(value: unknown): number {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return 0;
  let count = 0;
  for (const [name, member] of Object.entries(value)) {
    count += Number(name === LOST) + countLostLeases(member);
  }
  return count;
}

function rewrite(
  value: unknown,
  how: {
    readonly name: (key: string) => string;
    readonly text?: (text: string) => string;
    readonly bytes?: (raw: Uint8Array) => Uint8Array;
  },
): unknown {
  if (typeof value === 'string') return how.text?.(value) ?? value;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return how.bytes?.(value) ?? value;
  if (Array.isArray(value)) return value.map((member) => rewrite(member, how));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [how.name(key), rewrite(member, how)]),
  );
}
