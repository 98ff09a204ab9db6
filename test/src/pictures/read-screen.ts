import xterm from '@xterm/headless';

/** The colour and the weight of a piece of text in a terminal. */
interface ScreenStyle {
  /** The number of one of the terminal's 16 colours; `undefined` is the colour of plain text. */
  readonly colour: number | undefined;
  readonly isBold: boolean;
  readonly isDim: boolean;
}

/** A text of one style in a line of a terminal; it holds no two spaces in a row. */
export interface ScreenRun {
  readonly text: string;
  readonly style: ScreenStyle;
  /** The column of its first cell, from 0. */
  readonly column: number;
  /** The number of cells that the text takes. */
  readonly width: number;
}

/** The number of lines of the terminal, more than any picture has, so that no line scrolls away. */
const ROWS = 500;

/**
 * Returns the lines that a terminal with `columns` columns shows after it got the output, up to the
 * last line that is not empty.
 *
 * @throws Error for a style that pictures cannot show, lest they show it as plain text.
 */
export async function readScreen(
  output: string,
  columns: number,
): Promise<readonly (readonly ScreenRun[])[]> {
  const terminal = new xterm.Terminal({ cols: columns, rows: ROWS, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(output, resolve));
  const lines = Array.from({ length: ROWS }, (_, row) => {
    const line = terminal.buffer.active.getLine(row);
    return line === undefined ? [] : readLine(line);
  });
  terminal.dispose();
  return lines.slice(0, lines.findLastIndex((runs) => runs.length > 0) + 1);
}

function readLine(line: xterm.IBufferLine): readonly ScreenRun[] {
  const runs: ScreenRun[] = [];
  let gap = 2;
  for (let column = 0; column < line.length; column += 1) {
    const cell = line.getCell(column);
    // The second half of a wide character has no width.
    if (cell === undefined || cell.getWidth() === 0) continue;
    const text = cell.getChars();
    if (text === '' || text === ' ') {
      gap += 1;
      continue;
    }
    const style = toStyle(cell);
    const last = runs.at(-1);
    if (last !== undefined && gap < 2 && isSame(last.style, style)) {
      const width = column + cell.getWidth() - last.column;
      runs.splice(-1, 1, { ...last, text: `${last.text}${' '.repeat(gap)}${text}`, width });
    } else {
      runs.push({ text, style, column, width: cell.getWidth() });
    }
    gap = 0;
  }
  return runs;
}

function toStyle(cell: xterm.IBufferCell): ScreenStyle {
  const isKnown =
    cell.isBgDefault() &&
    (cell.isFgDefault() || (cell.isFgPalette() && cell.getFgColor() < 16)) &&
    [cell.isInverse(), cell.isItalic(), cell.isUnderline(), cell.isBlink()].every((on) => on === 0);
  if (!isKnown) {
    throw new Error(
      `Cannot draw ${JSON.stringify(cell.getChars())} because its style must be bold, dim or one of 16 colours`,
    );
  }
  return {
    colour: cell.isFgDefault() ? undefined : cell.getFgColor(),
    isBold: cell.isBold() !== 0,
    isDim: cell.isDim() !== 0,
  };
}

function isSame(a: ScreenStyle, b: ScreenStyle): boolean {
  return a.colour === b.colour && a.isBold === b.isBold && a.isDim === b.isDim;
}
