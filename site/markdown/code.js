import { createCssVariablesTheme } from 'shiki';

const PREFIX = '--code-';

/** Colours of code as variables, so that one rendering serves light and dark pages. */
export const CODE_THEME = createCssVariablesTheme({ name: 'site', variablePrefix: PREFIX });

/** Kinds of tokens that look like the text around them. */
const PLAIN = new Set(['foreground', 'token-punctuation']);

const TOKEN = new RegExp(`<span style="color:var\\(${PREFIX}([\\w-]+)\\)">([^<]*)</span>`, 'gu');

/**
 * Writes the colours of code as short classes. A page of the reference has thousands of tokens, and
 * styles for each would be most of the page.
 *
 * @param {import('vitepress').MarkdownRenderer} md
 */
export function shortenCode(md) {
  const { highlight } = md.options;
  md.options.highlight = (...given) =>
    highlight(...given).replaceAll(TOKEN, (_, kind, text) =>
      PLAIN.has(kind) ? text : `<span class="${kind.replace('token-', 'c-')}">${text}</span>`,
    );
}
