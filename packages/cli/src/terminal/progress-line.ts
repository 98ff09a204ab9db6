import { toSafeLine } from './safe-text.ts';

/** A line on the terminal that shows the progress of a task. */
export interface ProgressLine {
  /** Shows new progress. `fraction` is from 0 to 1; `undefined` if it is not known. */
  update(text: string, fraction: number | undefined): void;
  /** Removes the line so that something else can be written; the next update shows it again. */
  clear(): void;
}

const BAR = 20;

/** Options of {@link createProgressLine}. */
export interface ProgressLineOptions {
  /**
   * True writes a line for each update if there is no terminal. Otherwise nothing is written then.
   */
  readonly verbose: boolean;
}

/**
 * Makes the progress line on standard error. On a terminal every update replaces the one before.
 */
export async function createProgressLine({ verbose }: ProgressLineOptions): Promise<ProgressLine> {
  const { stderr } = process;
  if (!stderr.isTTY) {
    return {
      update: (text, fraction) => {
        if (verbose && text !== '') stderr.write(`${toBar(fraction)}${toSafeLine(text)}\n`);
      },
      clear: () => {},
    };
  }
  const { cutLine } = await import('./text-width.ts');
  const start = Date.now();
  let last: { readonly text: string; readonly fraction: number | undefined } | undefined;
  let timer: NodeJS.Timeout | undefined;

  function draw(): void {
    if (last === undefined) return;
    const seconds = Math.floor((Date.now() - start) / 1000);
    const { text, fraction } = last;
    const line = `${toBar(fraction)}${toSafeLine(text)}  ${seconds} s`;
    stderr.write(`\r\u001B[2K${cutLine(line, (stderr.columns || 80) - 1)}`);
  }

  return {
    update(text, fraction) {
      last = { text: text === '' ? 'Working' : text, fraction };
      timer ??= setInterval(draw, 1000).unref();
      draw();
    },
    clear() {
      clearInterval(timer);
      timer = undefined;
      if (last !== undefined) stderr.write('\r\u001B[2K');
      last = undefined;
    },
  };
}

function toBar(fraction: number | undefined): string {
  if (fraction === undefined || !Number.isFinite(fraction)) return '';
  const known = Math.min(1, Math.max(0, fraction));
  const full = Math.round(known * BAR);
  const percent = `${Math.round(known * 100)}`.padStart(3);
  return `[${'#'.repeat(full)}${'-'.repeat(BAR - full)}] ${percent} %  `;
}
