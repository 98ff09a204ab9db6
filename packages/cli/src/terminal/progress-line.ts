import { toSafeLine } from './safe-text.ts';

/** A line on the terminal that shows the progress of a task. */
export interface ProgressLine {
  /** Shows new progress. `fraction` is from 0 to 1; `undefined` if it is not known. */
  update(text: string, fraction: number | undefined): void;
  /** Removes the line so that something else can be written; the next update shows it again. */
  clear(): void;
}

const BAR = 20;

/**
 * Makes the progress line on standard error. On a terminal every update replaces the one before.
 */
export async function createProgressLine({
  verbose,
}: {
  /**
   * True writes a line for each update if there is no terminal. Otherwise nothing is written then.
   */
  readonly verbose: boolean;
}): Promise<ProgressLine> {
  if (!process.stderr.isTTY) {
    return {
      update: (text, fraction) => {
        if (verbose && text !== '') process.stderr.write(`${toBar(fraction)}${toSafeLine(text)}\n`);
      },
      clear: () => {},
    };
  }
  const { cutLine } = await import('./text-width.ts');
  return new DrawnLine(cutLine);
}

/** A line on a terminal that shows the last progress and the seconds since the start. */
class DrawnLine implements ProgressLine {
  readonly #cutLine: (line: string, width: number) => string;
  readonly #start = Date.now();
  #last: { readonly text: string; readonly fraction: number | undefined } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(cutLine: (line: string, width: number) => string) {
    this.#cutLine = cutLine;
  }

  update(text: string, fraction: number | undefined): void {
    this.#last = { text: text === '' ? 'Working' : text, fraction };
    this.#timer ??= setInterval(() => this.#draw(), 1000).unref();
    this.#draw();
  }

  clear(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#last !== undefined) process.stderr.write('\r\u001B[2K');
    this.#last = undefined;
  }

  #draw(): void {
    if (this.#last === undefined) return;
    const seconds = Math.floor((Date.now() - this.#start) / 1000);
    const { text, fraction } = this.#last;
    const line = `${toBar(fraction)}${toSafeLine(text)}  ${seconds} s`;
    const cut = this.#cutLine(line, (process.stderr.columns || 80) - 1);
    process.stderr.write(`\r\u001B[2K${cut}`);
  }
}

function toBar(fraction: number | undefined): string {
  if (fraction === undefined || !Number.isFinite(fraction)) return '';
  const bounded = Math.min(1, Math.max(0, fraction));
  const full = Math.round(bounded * BAR);
  const percent = `${Math.round(bounded * 100)}`.padStart(3);
  return `[${'#'.repeat(full)}${'-'.repeat(BAR - full)}] ${percent} %  `;
}
