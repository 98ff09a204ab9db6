import { parseInline, type Inline } from './inline.ts';

/** A block of a text in Markdown, such as a heading, a paragraph, a list or a table. */
export type Block =
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  /** A heading with its `level`, counted from 1 without gaps. */
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'quote'; readonly children: readonly Inline[] }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly ListItem[] }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: 'rule' };

/**
 * An item of a list in Markdown. The items of nested lists belong to the outer list, with an
 * indent.
 */
interface ListItem {
  /** The level of nesting of the item, from 0 to 3. */
  readonly indent: number;
  readonly children: readonly Inline[];
}

const FENCE = /^ {0,3}(?:```|~~~)/u;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/u;
const RULE = /^ {0,3}(?:-{3,200}|\*{3,200}|_{3,200})\s*$/u;
const QUOTE = /^ {0,3}>[> ]*/u;
const ITEM = /^([ \t]{0,12})(?:[-*+]|(\d{1,9})[.)])[ \t]+(\S.*)$/u;
const DIVIDER = /^ {0,3}\|?(?: *:?-{1,200}:? *\|){1,50}(?: *:?-{1,200}:? *)?$/u;
const MAX_CELLS = 50;

/**
 * Parses a text in Markdown into blocks. It knows a small part of CommonMark, with tables and
 * without HTML.
 */
export function parseBlocks(markdown: string): readonly Block[] {
  const lines = markdown.replaceAll(/\r\n?/gu, '\n').split('\n');
  const blocks: Block[] = [];
  const levels: number[] = [];
  let at = 0;

  /**
   * Takes lines from the current one on while they satisfy the condition; reading continues after
   * them.
   */
  function takeWhile(isOne: (line: string, position: number) => boolean): readonly string[] {
    const start = at;
    while (at < lines.length && isOne(lines[at] ?? '', at - start)) at += 1;
    return lines.slice(start, at);
  }

  while (at < lines.length) {
    const line = lines[at] ?? '';
    const heading = HEADING.exec(line);
    if (line.trim() === '') at += 1;
    else if (FENCE.test(line)) {
      at += 1;
      blocks.push({ kind: 'code', text: takeWhile((inner) => !FENCE.test(inner)).join('\n') });
      at += 1;
    } else if (heading !== null) {
      at += 1;
      const level = toLevel(levels, heading[1]?.length ?? 1);
      const title = (heading[2] ?? '').replace(/[ \t]#{1,6}[ \t]*$/u, '');
      blocks.push({ kind: 'heading', level, children: parseInline(title) });
    } else if (RULE.test(line)) {
      at += 1;
      blocks.push({ kind: 'rule' });
    } else if (QUOTE.test(line)) {
      const quoted = takeWhile((inner) => QUOTE.test(inner));
      const text = quoted.map((inner) => inner.replace(QUOTE, '')).join('\n');
      blocks.push({ kind: 'quote', children: parseInline(text) });
    } else if (ITEM.test(line)) {
      const isNumbered = ITEM.exec(line)?.[2] !== undefined;
      blocks.push({ kind: 'list', isNumbered, items: takeItems() });
    } else if (line.includes('|') && DIVIDER.test(lines[at + 1] ?? '')) {
      const [head = '', , ...rows] = takeWhile((inner, n) => n < 2 || inner.includes('|'));
      blocks.push({ kind: 'table', head: toCells(head), rows: rows.map(toCells) });
    } else {
      const text = takeWhile((inner, n) => n === 0 || isPlain(inner));
      blocks.push({ kind: 'paragraph', children: parseInline(text.join('\n').trim()) });
    }
  }
  return blocks;

  function takeItems(): readonly ListItem[] {
    const items: { indent: number; lines: string[] }[] = [];
    for (const line of takeWhile((inner, n) => n === 0 || ITEM.test(inner) || isContinued(inner))) {
      const item = ITEM.exec(line);
      if (item === null) items.at(-1)?.lines.push(line.trim());
      else {
        const width = (item[1] ?? '').replaceAll('\t', '  ').length;
        items.push({ indent: Math.min(3, Math.floor(width / 2)), lines: [item[3] ?? ''] });
      }
    }
    return items.map((item) => ({
      indent: item.indent,
      children: parseInline(item.lines.join('\n')),
    }));
  }
}

/** True for an indented line that continues the item of a list above it. */
function isContinued(line: string): boolean {
  return /^[ \t]{2}/u.test(line) && isPlain(line);
}

function isPlain(line: string): boolean {
  return (
    line.trim() !== '' && ![FENCE, HEADING, RULE, QUOTE, ITEM].some((start) => start.test(line))
  );
}

/**
 * Returns the level of a heading by its number of `#` marks, so that the levels of a text begin
 * with 1 and have no gaps.
 */
function toLevel(levels: number[], marks: number): number {
  while (levels.length > 0 && (levels.at(-1) ?? 0) >= marks) levels.pop();
  levels.push(marks);
  return levels.length;
}

function toCells(line: string): readonly (readonly Inline[])[] {
  const inner = line.trim().replace(/^\|/u, '').replace(/\|$/u, '');
  return inner
    .split('|')
    .slice(0, MAX_CELLS)
    .map((cell) => parseInline(cell.trim()));
}
