import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WORKSPACE } from '../pages.js';

/** The page at `/`. */
export const LANDING = 'index.md';

/** The features of the README that the landing page shows, with the pages that say more. */
const FEATURES = {
  'Any schema.': '/docs/json-schema.html',
  'All mistakes at once.': '/docs/define-a-skill.html',
  'A client that knows the schemas.': '/docs/call-an-agent.html',
  'Forms for people.': '/docs/form-app.html',
  'Tools for models.': '/docs/mcp.html',
  'Nothing lost.': '/docs/operate/stores.html',
};

/** Sections of the README that the landing page has in another place. */
const ELSEWHERE = new Set(['Features', 'Documentation', 'Licence']);

/**
 * Makes the landing page of the README, without the sections that the page shows in another way.
 *
 * @param {import('vitepress').MarkdownRenderer} md
 */
export function writeLanding(md) {
  md.core.ruler.before('normalize', 'write-landing', (state) => {
    if (state.env.relativePath !== LANDING) return;
    const [, ...sections] = splitSections(state.src);
    // The title and the first sentence stand above the features.
    const first = state.src.slice(0, state.src.indexOf('\n## ')).replace(/^# .*\n+.*\n/u, '');
    const kept = sections.filter(({ heading }) => !ELSEWHERE.has(heading));
    state.src = [first, ...kept.map(({ text }) => text)].join('\n');
  });
}

/** Returns the front matter of the landing page, whose texts are those of the README. */
export function readLanding() {
  const readme = readFileSync(join(WORKSPACE, 'README.md'), 'utf8');
  const bullets = [...readme.matchAll(/^- \*\*([^*]+)\*\* (.+)$/gmu)];
  const features = Object.entries(FEATURES).map(([title, link]) => {
    const found = bullets.find(([, name]) => name === title);
    if (found === undefined)
      throw new Error(
        `Cannot make the landing page because README.md must have the feature "${title}".`,
      );
    return { title: title.replace('.', ''), details: toHtml(found[2]), link };
  });
  const [, commands = ''] = /^## Two commands\n[^]*?```sh\n([^]*?)```/mu.exec(readme) ?? [];
  const [tagline = ''] = /(?<=^# Formwork\n\n).*$/mu.exec(readme) ?? [];
  return {
    layout: 'home',
    title: 'Formwork',
    titleTemplate: false,
    hero: {
      name: 'Formwork',
      text: 'Agents that others call correctly',
      tagline: toHtml(tagline),
      actions: [
        { theme: 'brand', text: 'Start in five minutes', link: '/docs/start.html' },
        { theme: 'alt', text: 'The extension', link: '/docs/extension.html' },
        { theme: 'alt', text: 'Reference', link: '/docs/reference/' },
      ],
    },
    features,
    commands: commands.trim().split('\n').map(toCommand),
  };
}

function toCommand(line) {
  const [command, note = ''] = line.split(/\s+# /u);
  return { command, note };
}

function splitSections(text) {
  return text.split(/^(?=## )/mu).map((part) => ({
    heading: /^## (.+)$/mu.exec(part)?.[1] ?? '',
    text: part,
  }));
}

/** Makes HTML of a line of the README: code, emphasis, and links as their text. */
function toHtml(line) {
  return line
    .replaceAll('<', '&lt;')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replaceAll(/`([^`]*)`/gu, '<code>$1</code>')
    .replaceAll(/_([^_]+)_/gu, '<em>$1</em>');
}
