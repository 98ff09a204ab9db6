import { styleText } from 'node:util';
import { EXIT_CODES } from '../exit-codes.ts';
import { toSafeText } from './safe-text.ts';

/** A style of text on a terminal. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Gives a text a style, with everything in it made safe to print. */
export type Paint = (style: Style, text: string) => string;

/** The console that a command writes to, and what is known of its terminal. */
export interface Console {
  /** Writes one or several lines to standard output. */
  readonly out: (text: string) => void;
  /** Writes one or several lines to standard error. */
  readonly err: (text: string) => void;
  /** Styles text for standard output. */
  readonly paint: Paint;
  /** Styles text for standard error. */
  readonly paintErr: Paint;
  /** True if a person can be asked at the terminal. */
  readonly canAsk: boolean;
  /** True if standard output is a terminal. */
  readonly isTerminal: boolean;
  /** True if standard error is a terminal. */
  readonly isErrTerminal: boolean;
  /** The width of standard output in columns; 100 if it is not a terminal. */
  readonly columns: number;
}

/** Matches the escape sequences that {@link Paint} makes, the only ones that are printed. */
// oxlint-disable-next-line no-control-regex -- an escape sequence begins with one
const OWN = /(\u001b\[(?:1|2|22|31|32|33|36|39)m)/u;

/**
 * Makes the console of this process. Text has styles only on a terminal, and not if `NO_COLOR` is
 * set.
 */
export function createConsole(): Console {
  const { stdin, stdout, stderr } = process;
  const colours = { out: hasColours(stdout), err: hasColours(stderr) };
  for (const stream of [stdout, stderr]) {
    // It is no error if a reader such as `head` has closed the pipe.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit();
      // The disk is full or the file is gone: there may be no place for a message, so only exit.
      if (stream === stdout) stderr.write(`Cannot write the output: ${error.message}\n`);
      process.exit(EXIT_CODES.failed);
    });
  }
  return {
    out: (text) => void stdout.write(`${toPrintable(text, colours.out)}\n`),
    err: (text) => void stderr.write(`${toPrintable(text, colours.err)}\n`),
    paint: createPaint(colours.out),
    paintErr: createPaint(colours.err),
    canAsk: stdin.isTTY && stderr.isTTY,
    isTerminal: stdout.isTTY,
    isErrTerminal: stderr.isTTY,
    columns: stdout.columns || 100,
  };
}

function hasColours(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR = '', TERM } = process.env;
  return stream.isTTY && NO_COLOR === '' && TERM !== 'dumb';
}

function createPaint(isOn: boolean): Paint {
  return (style, text) => {
    const safe = toSafeText(text);
    return isOn ? styleText(style, safe, { validateStream: false }) : safe;
  };
}

/**
 * Makes a text safe just before it is printed: only our own styles and line feeds still act on the
 * terminal.
 */
function toPrintable(text: string, isOn: boolean): string {
  if (!isOn) return toSafeText(text);
  return text
    .split(OWN)
    .map((piece, index) => (index % 2 === 1 ? piece : toSafeText(piece)))
    .join('');
}
