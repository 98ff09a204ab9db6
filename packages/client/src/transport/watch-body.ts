/** The body of an HTTP answer as a stream of bytes. */
export type ByteStream = ReadableStream<Uint8Array>;

/**
 * Returns the same body; `onBytes` gets every piece before its reader does, and makes the stream
 * fail by throwing.
 *
 * A reader of text gets it from the same stream, without a `TextDecoderStream` behind it: the SDK's
 * transports pipe every stream through one, and piping costs many times the work that is done in
 * it. Anything else is piped as usual.
 */
export function watchBody(
  body: ByteStream,
  onBytes: (bytes: Uint8Array) => void,
  {
    silenceMs,
  }: {
    /**
     * Returns the time in milliseconds after which the body counts as ended if no byte comes;
     * `undefined` for any time. Asked before each piece. Default: any time.
     */
    readonly silenceMs?: () => number | undefined;
  } = {},
): ByteStream {
  const reader = body.getReader();

  async function readPiece(): Promise<{ readonly value?: Uint8Array | undefined }> {
    const limitMs = silenceMs?.();
    if (limitMs === undefined) return reader.read();
    const timer = setTimeout(() => void reader.cancel().catch(() => {}), limitMs);
    try {
      return await reader.read();
    } finally {
      clearTimeout(timer);
    }
  }

  async function read(): Promise<Uint8Array | undefined> {
    const { value } = await readPiece();
    if (value === undefined) return undefined;
    try {
      onBytes(value);
    } catch (error) {
      // The rest of the body is not needed after the error.
      void reader.cancel(error).catch(() => {});
      throw error;
    }
    return value;
  }

  const watched = createLazyStream(read, reader);
  const pipeThrough = watched.pipeThrough.bind(watched);
  const watchedPipe: ByteStream['pipeThrough'] = <T>(
    pair: ReadableWritablePair<T, Uint8Array>,
    options?: StreamPipeOptions,
  ): ReadableStream<T> =>
    isPlainDecoder(pair) && options === undefined
      ? (createLazyStream(decodeText(read), reader) as ReadableStream<unknown> as ReadableStream<T>)
      : pipeThrough(pair, options);
  return Object.defineProperty(watched, 'pipeThrough', { value: watchedPipe });
}

function isPlainDecoder(pair: object): boolean {
  return (
    pair instanceof TextDecoderStream && pair.encoding === 'utf-8' && !pair.fatal && !pair.ignoreBOM
  );
}

/** The number of characters at which an unfinished line is passed on to the reader. */
const MAX_KEPT = 1024 * 1024;

/**
 * Decodes pieces of bytes to text; a character may be spread over two of them. It holds back an
 * unfinished line for a while: the SDK's transports search all of a long line again with every
 * piece they get.
 */
function decodeText(
  read: () => Promise<Uint8Array | undefined>,
): () => Promise<string | undefined> {
  const decoder = new TextDecoder();
  const source = { isOver: false };
  return async () => {
    let text = '';
    let isLineEnded = false;
    while (!source.isOver && !isLineEnded && text.length < MAX_KEPT) {
      const bytes = await read();
      source.isOver = bytes === undefined;
      const piece =
        bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
      isLineEnded = piece.includes('\n');
      text += piece;
    }
    return text === '' ? undefined : text;
  };
}

/** Makes a stream that reads its source only when it is read itself, so that it stores nothing. */
function createLazyStream<T>(
  read: () => Promise<T | undefined>,
  reader: { readonly cancel: (reason: unknown) => Promise<void> },
): ReadableStream<T> {
  return new ReadableStream<T>(
    {
      async pull(controller) {
        const value = await read();
        if (value === undefined) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** True for the answer of a `fetch` whose bodies are streams; those of React Native are none. */
export function hasStreams({ body }: { readonly body?: ByteStream | null }): boolean {
  return body !== undefined;
}

/**
 * Reads the body of an answer as text.
 *
 * @throws ResponseTooLarge once there are more bytes than allowed; the rest is not read
 */
export async function readBoundedText(response: Response, maxBytes: number): Promise<string> {
  if (!hasStreams(response)) return readWholeText(response, maxBytes);
  if (response.body === null) return '';
  const body = watchBody(response.body, createLimit(maxBytes));
  return new Response(body as ConstructorParameters<typeof Response>[0]).text();
}

/** @throws ResponseTooLarge if the text is too long, after it was read */
async function readWholeText(response: Response, maxBytes: number): Promise<string> {
  const text = await response.text();
  createLimit(maxBytes)(new TextEncoder().encode(text));
  return text;
}

/** Makes a function that counts the bytes it gets, and throws once there are more than allowed. */
export function createLimit(most: number): (bytes: Uint8Array) => void {
  const read = { bytes: 0 };
  return ({ byteLength }) => {
    read.bytes += byteLength;
    if (read.bytes > most) throw new ResponseTooLarge(most);
  };
}

/** The shortest and the longest time after which a stream counts as broken, in milliseconds. */
const SILENCE_MS = { least: 45_000, most: 300_000 } as const;

/** A colon, which begins a comment among server-sent events. */
const COLON = 0x3a;

/** Finds out when a stream of server-sent events has broken without a word. */
export interface SilenceWatch {
  readonly onBytes: (bytes: Uint8Array) => void;
  /** Returns the limit for {@link watchBody}. */
  readonly silenceMs: () => number | undefined;
}

/** The shortest pause whose comment is a sign of life, in milliseconds. */
const PAUSE_MS = 1_000;

/**
 * Makes the watch over the silence of a stream: an agent that has ended two pauses by a comment does
 * so with every pause, and has gone if none comes for three times as long. Agents that send no
 * comments, or one when the stream opens, may be silent for any time.
 */
export function createSilenceWatch(): SilenceWatch {
  const watch = { cameAt: performance.now(), pauseMs: 0, pauses: 0 };
  return {
    onBytes(bytes) {
      const now = performance.now();
      if (bytes[0] === COLON && now - watch.cameAt >= PAUSE_MS) {
        watch.pauses += 1;
        watch.pauseMs = Math.max(watch.pauseMs, now - watch.cameAt);
      }
      watch.cameAt = now;
    },
    silenceMs: () =>
      watch.pauses < 2
        ? undefined
        : Math.min(SILENCE_MS.most, Math.max(SILENCE_MS.least, 3 * watch.pauseMs)),
  };
}

/** Thrown when an answer is longer than its limit. It never leaves this package. */
export class ResponseTooLarge extends Error {
  constructor(most: number) {
    super(`The answer has more than ${most} bytes.`);
  }
}

/** Gives up the body of an answer. One whose connection was lost meanwhile is gone as well. */
export async function dropBody({ body }: Pick<Response, 'body'>): Promise<void> {
  await body?.cancel().catch(() => {});
}
