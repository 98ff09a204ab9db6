import type { Readable } from 'node:stream';

/**
 * Reads a stream line by line. A program may write without any end of a line, so no more than the
 * beginning of each is kept.
 */
export function readLines(
  stream: Readable,
  {
    most,
    onLine,
  }: {
    /** The most characters of a line that are kept; the rest of it is dropped. */
    readonly most: number;
    /** Called with each line, without its end. */
    readonly onLine: (line: string) => void;
  },
): void {
  const lines = new LineBuffer(most);
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    for (const line of lines.add(text)) onLine(line);
  });
  stream.on('end', () => {
    for (const line of lines.end()) onLine(line);
  });
}

/** The line that has begun to arrive, of which no more than its beginning is kept. */
class LineBuffer {
  readonly #most: number;
  #line = '';

  constructor(most: number) {
    this.#most = most;
  }

  /** Adds a piece of text, and returns the lines that it ends. */
  add(text: string): readonly string[] {
    const [first = '', ...begun] = text.split(/\r\n|\n|\r/u);
    this.#line += first.slice(0, this.#most - this.#line.length);
    return begun.map((line) => {
      const ended = this.#line;
      this.#line = line.slice(0, this.#most);
      return ended;
    });
  }

  /** Returns the last line, if it has no end. */
  end(): readonly string[] {
    return this.#line === '' ? [] : [this.#line];
  }
}
