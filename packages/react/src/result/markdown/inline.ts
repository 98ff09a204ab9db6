import { toSafeLink, type SafeLink } from '../../text/to-safe-link.ts';

/** A piece of a line of Markdown: text, emphasis, code, a link or a line break. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'strong' | 'emphasis'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly link: SafeLink; readonly children: readonly Inline[] };

type Mark = '**' | '*' | '_' | '[';

/** A mark of Markdown that was opened and is not closed yet, with the pieces after it. */
interface Frame {
  /** The opening mark, such as `**`; `''` for the line itself. */
  readonly mark: Mark | '';
  readonly children: Inline[];
}

/**
 * The maximum nesting of marks; deeper marks are plain text. It bounds the work for marks that are
 * never closed.
 */
const MAX_DEPTH = 8;

const ADDRESS = /https?:\/\/[^\s<>"'`*[\]]{1,1500}/uy;
const TARGET = /\((?<url>[^\s()<>]{1,1500})(?: "[^"\n]{0,200}")?\)/uy;
const SPECIAL = /[\\`*_[\]!h\n]/gu;

/**
 * Parses a line of Markdown into pieces: emphasis, code, links and line breaks. Only the text of a
 * picture remains, and HTML and unsafe links become plain text. The time is proportional to the
 * length of the text.
 */
export function parseInline(text: string): readonly Inline[] {
  const frames: Frame[] = [{ mark: '', children: [] }];
  let at = 0;
  let plain = 0;
  let hasTicks = true;

  function flush(end: number): void {
    if (end > plain) addText(top(frames), text.slice(plain, end));
  }

  /**
   * Adds the plain text before the current position as a piece, lets `put` add the next piece, and
   * continues at `end`.
   */
  function take(end: number, put: (frame: Frame) => void): void {
    flush(at);
    put(top(frames));
    at = end;
    plain = end;
  }

  while (at < text.length) {
    SPECIAL.lastIndex = at;
    at = SPECIAL.exec(text)?.index ?? text.length;
    const character = text[at];
    switch (character) {
      case undefined:
        break;
      case '\\': {
        const escaped = text[at + 1] ?? '';
        if (/[!-/:-@[-`{-~]/u.test(escaped)) {
          take(at + 2, (frame) => addText(frame, escaped));
        } else at += 1;
        break;
      }
      case '\n':
        take(at + 1, ({ children }) => children.push({ kind: 'break' }));
        break;
      case '`': {
        const end = hasTicks ? text.indexOf('`', at + 1) : -1;
        if (end === -1) hasTicks = false;
        if (end > at + 1) {
          const code = text.slice(at + 1, end);
          take(end + 1, ({ children }) => children.push({ kind: 'code', text: code }));
        } else at += end === -1 ? 1 : 2;
        break;
      }
      case '!':
        // A picture is never loaded; its alternative text is shown instead.
        if (text[at + 1] === '[') take(at + 1, () => undefined);
        else at += 1;
        break;
      case 'h': {
        const link =
          isInWord(text, at) || isWithin(frames, '[') ? undefined : matchAddress(text, at);
        if (link === undefined) at += 1;
        else {
          const { url, href } = link;
          take(at + url.length, ({ children }) => {
            children.push({ kind: 'link', link: href, children: [{ kind: 'text', text: url }] });
          });
        }
        break;
      }
      case '[':
        if (isWithin(frames, '[') || frames.length > MAX_DEPTH) at += 1;
        else take(at + 1, () => frames.push({ mark: '[', children: [] }));
        break;
      case ']':
        if (isWithin(frames, '[')) closeLink();
        else at += 1;
        break;
      default:
        toggle(character === '_' ? '_' : text[at + 1] === '*' ? '**' : '*');
    }
  }
  flush(text.length);
  while (frames.length > 1) flatten(frames);
  return top(frames).children;

  function closeLink(): void {
    flush(at);
    plain = at + 1;
    while (top(frames).mark !== '[') flatten(frames);
    TARGET.lastIndex = at + 1;
    const match = TARGET.exec(text);
    const link = toSafeLink(match?.groups?.['url'] ?? '');
    if (match === null) {
      flatten(frames);
      addText(top(frames), ']');
      at += 1;
      return;
    }
    const { children } = frames.pop() ?? { children: [] };
    if (link === undefined) top(frames).children.push(...children);
    else top(frames).children.push({ kind: 'link', link, children });
    at += 1 + match[0].length;
    plain = at;
  }

  function toggle(mark: Exclude<Mark, '['>): void {
    const end = at + mark.length;
    const isAfterText = at > 0 && !/\s/u.test(text[at - 1] ?? ' ');
    const isBeforeText = end < text.length && !/\s/u.test(text[end] ?? ' ');
    // An underscore within a word is part of a name and no mark.
    const isName = mark === '_' && isInWord(text, at) && /[\p{L}\p{N}]/u.test(text[end] ?? '');
    if (isAfterText && !isName && isWithin(frames, mark)) {
      flush(at);
      while (top(frames).mark !== mark) flatten(frames);
      const { children } = frames.pop() ?? { children: [] };
      top(frames).children.push({ kind: mark === '**' ? 'strong' : 'emphasis', children });
      plain = end;
    } else if (isBeforeText && !isName && !isWithin(frames, mark) && frames.length <= MAX_DEPTH) {
      flush(at);
      frames.push({ mark, children: [] });
      plain = end;
    }
    at = end;
  }
}

function matchAddress(
  text: string,
  at: number,
): { readonly url: string; readonly href: SafeLink } | undefined {
  ADDRESS.lastIndex = at;
  const url = ADDRESS.exec(text)?.[0].replace(/[).,;:!?]{1,20}$/u, '');
  const href = url === undefined ? undefined : toSafeLink(url);
  return url === undefined || href === undefined ? undefined : { url, href };
}

function isInWord(text: string, at: number): boolean {
  return at > 0 && /[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
}

function isWithin(frames: readonly Frame[], mark: Mark): boolean {
  return frames.some((frame) => frame.mark === mark);
}

function top(frames: readonly Frame[]): Frame {
  return frames.at(-1) ?? { mark: '', children: [] };
}

/** Turns a mark that was never closed back into plain text. */
function flatten(frames: Frame[]): void {
  const { mark, children } = frames.pop() ?? { mark: '', children: [] };
  const outer = top(frames);
  addText(outer, mark);
  for (const child of children) {
    if (child.kind === 'text') addText(outer, child.text);
    else outer.children.push(child);
  }
}

function addText({ children }: Frame, text: string): void {
  if (text === '') return;
  const last = children.at(-1);
  // One long text is drawn faster than many short ones.
  if (last?.kind === 'text')
    children[children.length - 1] = { kind: 'text', text: last.text + text };
  else children.push({ kind: 'text', text });
}
