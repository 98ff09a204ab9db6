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
  const lastTick = text.lastIndexOf('`');

  function flush(end: number): void {
    if (end > plain) addText(top(frames), text.slice(plain, end));
  }

  /** Adds the plain text before the position, lets `put` add a piece, and continues at `end`. */
  function take(end: number, put: (frame: Frame) => void): void {
    flush(at);
    put(top(frames));
    at = end;
    plain = end;
  }

  while (at < text.length) {
    SPECIAL.lastIndex = at;
    at = SPECIAL.exec(text)?.index ?? text.length;
    switch (text[at]) {
      case undefined:
        break;
      case '\\': {
        const escaped = text[at + 1] ?? '';
        if (!/[!-/:-@[-`{-~]/u.test(escaped)) at += 1;
        else take(at + 2, (frame) => addText(frame, escaped));
        break;
      }
      case '\n':
        take(at + 1, ({ children }) => children.push({ kind: 'break' }));
        break;
      case '`': {
        const end = at < lastTick ? text.indexOf('`', at + 1) : at;
        const code = text.slice(at + 1, end);
        if (code === '') at = end + 1;
        else take(end + 1, ({ children }) => children.push({ kind: 'code', text: code }));
        break;
      }
      case '!':
        // A picture is never loaded; its alternative text is shown instead.
        if (text[at + 1] === '[') take(at + 1, () => undefined);
        else at += 1;
        break;
      case 'h': {
        const address = isWithin(frames, '[') ? undefined : matchAddress(text, at);
        if (address === undefined) at += 1;
        else take(at + address.length, ({ children }) => children.push(address.link));
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
        toggle(text[at] === '_' ? '_' : text[at + 1] === '*' ? '**' : '*');
    }
  }
  flush(text.length);
  while (frames.length > 1) flatten(frames);
  return top(frames).children;

  function closeLink(): void {
    flush(at);
    plain = at + 1;
    while (top(frames).mark !== '[') flatten(frames);
    const target = matchTarget(text, at + 1);
    if (target === undefined) {
      flatten(frames);
      addText(top(frames), ']');
      at += 1;
      return;
    }
    const { children } = frames.pop() ?? { children: [] };
    const { end, link } = target;
    top(frames).children.push(...(link ? [{ kind: 'link' as const, link, children }] : children));
    at = end;
    plain = end;
  }

  function toggle(mark: Exclude<Mark, '['>): void {
    const end = at + mark.length;
    const isInside = isWithin(frames, mark);
    const beside = isInside ? text[at - 1] : text[end];
    // An underscore within a word is part of a name and no mark.
    const isName = mark === '_' && isInWord(text, at) && isInWord(text, end + 1);
    if (/\S/u.test(beside ?? '') && !isName && (isInside || frames.length <= MAX_DEPTH)) {
      flush(at);
      if (isInside) close(frames, mark);
      else frames.push({ mark, children: [] });
      plain = end;
    }
    at = end;
  }
}

/** Matches the target of a link, whose address is absent if it is not safe. */
function matchTarget(
  text: string,
  at: number,
): { readonly end: number; readonly link: SafeLink | undefined } | undefined {
  TARGET.lastIndex = at;
  const match = TARGET.exec(text);
  if (match === null) return undefined;
  return { end: at + match[0].length, link: toSafeLink(match.groups?.['url'] ?? '') };
}

/** Matches an address that begins a word; `undefined` if there is none that is safe. */
function matchAddress(
  text: string,
  at: number,
): { readonly length: number; readonly link: Inline } | undefined {
  if (isInWord(text, at)) return undefined;
  ADDRESS.lastIndex = at;
  const url = ADDRESS.exec(text)?.[0].replace(/[).,;:!?]{1,20}$/u, '');
  const link = url === undefined ? undefined : toSafeLink(url);
  return url === undefined || link === undefined
    ? undefined
    : { length: url.length, link: { kind: 'link', link, children: [{ kind: 'text', text: url }] } };
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

/** Closes a piece of emphasis, with those that were begun within it and never closed. */
function close(frames: Frame[], mark: Exclude<Mark, '['>): void {
  while (top(frames).mark !== mark) flatten(frames);
  const { children } = frames.pop() ?? { children: [] };
  top(frames).children.push({ kind: mark === '**' ? 'strong' : 'emphasis', children });
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
