import {
  appendPointer,
  isRecord,
  parsePointer,
  describeChangedValue,
  findLostNumber,
  findRounded,
} from '@formwork/schema/json';

/** Thrown when JavaScript would change a number of an answer. It never leaves this package. */
export class NumberChangedError extends Error {}

/**
 * Matches a number that JavaScript may change: one with many digits before the point, or with an
 * exponent. It also matches some texts that contain such a number.
 */
const SUSPECT = /(?:^|[[:,\s])-?(?:\d{16}|\d[\d.]*e)/iu;

/** @throws NumberChangedError if JavaScript changes a number of a text that is JSON */
export function checkNumbers(text: string): void {
  if (!SUSPECT.test(text)) return;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The reader of the text says what is wrong with it.
    return;
  }
  const change = findLostNumber(text, value);
  if (change !== undefined) throw new NumberChangedError(describeChangedValue(change));
}

/**
 * Checks an answer of the SDK whose text is not known, because protobuf carries numbers as doubles.
 *
 * @throws NumberChangedError if a number of the answer may be a rounded one
 */
export function checkDecodedNumbers(answer: unknown): void {
  const rounded = findRounded(answer);
  if (rounded === undefined) return;
  const location = toWirePointer(answer, rounded.pointer);
  throw new NumberChangedError(
    `${location} must be ${rounded.expected}: current value is about ${rounded.number}`,
  );
}

/**
 * Rewrites a pointer into an object of the SDK as the pointer into its JSON: the SDK has
 * `content: { $case: 'data', value }` where A2A has `data`.
 */
function toWirePointer(answer: unknown, pointer: string): string {
  const names: string[] = [];
  let current = answer;
  let isOwnData = false;
  for (const name of parsePointer(pointer)) {
    const kind = isRecord(current) && name === 'value' ? current['$case'] : undefined;
    if (!isOwnData && typeof kind === 'string') names.splice(-1, 1, kind);
    else names.push(name);
    isOwnData ||= name === 'metadata' || kind === 'data';
    current = Reflect.get(Object(current) as object, name);
  }
  return names.reduce(appendPointer, '');
}

/** Lets an answer be read, as text or as JSON, only if JavaScript changes none of its numbers. */
export function withExactNumbers(response: Response): Response {
  const read = response.text.bind(response);
  async function readText(): Promise<string> {
    const text = await read();
    checkNumbers(text);
    return text;
  }
  return Object.defineProperties(response, {
    text: { value: readText },
    json: { value: async (): Promise<unknown> => JSON.parse(await readText()) },
  });
}

/** The longest event whose numbers are checked, in characters; transports refuse longer ones. */
const MAX_EVENT = 8 * 1024 * 1024;

/**
 * Makes a function that gets every piece of a stream of server-sent events, and throws for an event
 * of which JavaScript would change a number.
 */
export function createEventCheck(): (bytes: Uint8Array) => void {
  const check = new EventCheck();
  return (bytes) => check.read(bytes);
}

/** The event of a stream that is being read, until its end. */
class EventCheck {
  readonly #decoder = new TextDecoder();
  #line = '';
  #data = '';

  read(bytes: Uint8Array): void {
    const [first = '', ...lines] = this.#decoder.decode(bytes, { stream: true }).split('\n');
    if (this.#line.length + this.#data.length <= MAX_EVENT) this.#line += first;
    for (const line of lines) {
      this.#endLine();
      this.#line = line;
    }
  }

  #endLine(): void {
    const line = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line;
    if (line.startsWith('data:')) this.#data += `${line.slice('data:'.length)}\n`;
    else if (line === '') {
      checkNumbers(this.#data);
      this.#data = '';
    }
    this.#line = '';
  }
}
