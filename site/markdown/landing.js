import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WORKSPACE } from '../pages.js';

/** The page at `/`. */
export const LANDING = 'index.md';

/**
 * The features of the README that the landing page shows: the pages that say more, and what a user
 * gets, in eight words.
 */
const FEATURES = {
  'Any schema.': ['/docs/json-schema.html', 'JSON Schema, Zod, ArkType or Valibot: yours works.'],
  'All mistakes at once.': [
    '/docs/define-a-skill.html',
    'Every wrong definition is refused with one list.',
  ],
  'A client that knows the schemas.': [
    '/docs/call-an-agent.html',
    'Typed calls, checked on both sides, any agent.',
  ],
  'Forms for people.': [
    '/docs/form-app.html',
    'Your skills become forms, inboxes and public pages.',
  ],
  'Tools for models.': ['/docs/mcp.html', 'Every skill is a typed tool over MCP.'],
  'Nothing lost.': [
    '/docs/operate/stores.html',
    'Finished steps survive crashes and never run twice.',
  ],
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
  const features = Object.entries(FEATURES).map(([title, [link, details]]) => {
    if (!readme.includes(`- **${title}** `))
      throw new Error(
        `Cannot make the landing page because README.md must have the feature "${title}".`,
      );
    return { title: title.replace('.', ''), details, link };
  });
  const [, commands = ''] = /^## Two commands\n[^]*?```sh\n([^]*?)```/mu.exec(readme) ?? [];
  const [code = ''] = /^const fight = [^]*?^\}\);$/mu.exec(readme) ?? [];
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
    code,
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
