import { renderMermaidSVG } from 'beautiful-mermaid';

/** The widths, in pixels, of a character of a message and of the name of a participant. */
const MESSAGE_WIDTH = 6.2;
const NAME_WIDTH = 7.4;

/** What the library adds to the names of two participants between their lifelines. */
const BESIDE_NAMES = 72;

/** A character that counts as a letter and shows nothing. */
const FILLER = '\u2060';

let count = 0;

/**
 * Draws diagrams when pages are built, so that readers load no program for them. Their colours are
 * variables of the style sheet, for light and dark pages.
 *
 * @param {import('vitepress').MarkdownRenderer} md
 */
export function drawDiagrams(md) {
  const others = md.renderer.rules.fence;
  md.renderer.rules.fence = (...given) => {
    const [tokens, index] = given;
    const { info, content } = tokens[index];
    if (info.trim() !== 'mermaid') return others(...given);
    return `<figure class="diagram" v-pre>${draw(content, md.utils.escapeHtml)}</figure>\n`;
  };
}

function draw(text, escape) {
  count += 1;
  const title = /^\s*accTitle:\s*(.+)$/mu.exec(text)?.[1].trim() ?? 'Diagram';
  const source = text.replaceAll(/^\s*acc(?:Title|Descr):.*\n/gmu, '');
  const svg = renderMermaidSVG(spaceParticipants(source));
  return (
    svg
      // The style sheet of the site says all of it, and loads no font of another host.
      .replace(/<style>[^]*?<\/style>/u, '')
      .replace(/ style="[^"]*"/u, ` role="img" aria-label="${escape(title)}"`)
      .replaceAll(/(<marker id="|url\(#)/gu, `$1diagram-${count}-`)
      .replaceAll(/\n\s*\n/gu, '\n')
  );
}

/**
 * Makes the participants of a sequence diagram as wide as the messages between them, because the
 * library spaces them by their names alone.
 */
function spaceParticipants(source) {
  if (!/^\s*sequenceDiagram/u.test(source)) return source;
  const named = [...source.matchAll(/^\s*(?:participant|actor) (\w+) as (.+)$/gmu)];
  const places = new Map(named.map(([, id], index) => [id, index]));
  const gaps = named.map(() => 0);
  for (const [, from, to, message] of source.matchAll(/^\s*(\w+)\s*-+>>?\s*(\w+):(.+)$/gmu)) {
    const one = places.get(from) ?? 0;
    const other = places.get(to) ?? 0;
    const width = message.length * MESSAGE_WIDTH;
    if (Math.abs(one - other) !== 1) continue;
    const left = Math.min(one, other);
    gaps[left] = Math.max(gaps[left], width);
  }
  return named.reduce((text, [line, , name], index) => {
    const wide = Math.max(gaps[index], gaps[index - 1] ?? 0) - BESIDE_NAMES;
    const missing = Math.ceil(wide / NAME_WIDTH) - name.length;
    return missing <= 0 ? text : text.replace(line, `${line}${FILLER.repeat(missing)}`);
  }, source);
}
