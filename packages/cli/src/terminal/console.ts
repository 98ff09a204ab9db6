import { styleText } from 'node:util';
import { EXIT_CODES } from '../exit-codes.ts';
import { toSafeText } from './safe-text.ts';

/** How text can be set off. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Makes text of one style, safe to print. */
export type Paint = (style: Style, text: string) => string;

/** Where a command speaks. */
export interface Console {
  /** Writes a line, or several, to standard output. */
  readonly out: (text: string) => void;
  /** Writes a line, or several, to standard error. */
  readonly err: (text: string) => void;
  /** Colours of standard output. */
  readonly paint: Paint;
  /** Colours of standard error. */
  readonly paintErr: Paint;
  /** True if somebody can be asked. */
  readonly canAsk: boolean;
  /** True if standard output is a terminal. */
  readonly isTerminal: boolean;
  /** True if standard error is a terminal. */
  readonly isErrTerminal: boolean;
  /** Columns of standard output; 100 if it has none. */
  readonly columns: number;
}

/** The sequences that {@link Paint} makes; no other is let through. */
// oxlint-disable-next-line no-control-regex -- an escape sequence begins with one
const OWN = /(\u001b\[(?:1|2|22|31|32|33|36|39)m)/u;

/** Makes the console of this process. Colours are for terminals, and not with `NO_COLOR`. */
export function createConsole(): Console {
  const { stdin, stdout, stderr } = process;
  const colours = { out: hasColours(stdout), err: hasColours(stderr) };
  for (const stream of [stdout, stderr]) {
    // A reader such as `head` that has gone is no fault.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit();
      // A disk that is full, or a file that is gone: nobody may hear of it, and it did not work.
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

/** The last door: nothing acts on the terminal but our own colours and lines. */
function toPrintable(text: string, isOn: boolean): string {
  if (!isOn) return toSafeText(text);
  return text
    .split(OWN)
    .map((piece, index) => (index % 2 === 1 ? piece : toSafeText(piece)))
    .join('');
}
