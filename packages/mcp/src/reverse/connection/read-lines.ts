import type { Readable } from 'node:stream';

/** Options of {@link readLines}. */
interface ReadLinesOptions {
  /** The most characters of a line that are kept; the rest of it is dropped. */
  readonly most: number;
  /** Called with each line, without its end. */
  readonly onLine: (line: string) => void;
}

/**
 * Reads a stream line by line. A program may write without any end of a line, so no more than the
 * beginning of each is kept.
 */
export function readLines(stream: Readable, { most, onLine }: ReadLinesOptions): void {
  let line = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const [ending = '', ...next] = text.split(/\r\n|\n|\r/u);
    line += ending.slice(0, most - line.length);
    for (const begun of next) {
      onLine(line);
      line = begun.slice(0, most);
    }
  });
  stream.on('end', () => {
    if (line !== '') onLine(line);
  });
}
