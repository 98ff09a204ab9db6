import { toAddress, toPath } from '../pages.js';
import { findAnchors } from './reference.js';

/** A name of code that no word of English is. */
const NAME = /^([A-Za-z]+[a-z0-9][A-Z]\w*|[A-Z]+_\w+|[A-Z][a-z]+[A-Z]\w*)(?:\(\))?$/u;

/**
 * Links the names of the public API, where a text mentions them, to the reference.
 *
 * @param {import('vitepress').MarkdownRenderer} md
 */
export function linkNames(md) {
  const anchors = findAnchors();
  md.core.ruler.push('link-names', ({ tokens, env, Token }) => {
    const page = toPath(env.path);
    for (const [index, { type, children }] of tokens.entries()) {
      if (type !== 'inline' || tokens[index - 1]?.type === 'heading_open') continue;
      tokens[index].children = linkAll(children, { anchors, page, Token });
    }
  });
}

function linkAll(children, { anchors, page, Token }) {
  let inLink = false;
  return children.flatMap((token) => {
    if (token.type === 'link_open') inLink = true;
    if (token.type === 'link_close') inLink = false;
    const [, name] = (token.type === 'code_inline' && NAME.exec(token.content)) || [];
    const anchor = inLink ? undefined : anchors.get(name);
    if (anchor === undefined) return [token];
    const [path, hash] = anchor.split('#');
    const open = new Token('link_open', 'a', 1);
    open.attrs = [
      ['href', path === page ? `#${hash}` : `${toAddress(path)}#${hash}`],
      ['class', 'name'],
    ];
    return [open, token, new Token('link_close', 'a', -1)];
  });
}
