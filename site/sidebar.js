import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES, toAddress, WORKSPACE } from './pages.js';

/** The pages of `docs` by what a reader wants to do. A page that is in no group is under "More". */
const GROUPS = {
  Start: ['README', 'start', 'tutorial', 'comparison', 'move-from-the-sdk', 'versions'],
  Guides: [
    'guides/README',
    'guides/questions',
    'guides/files',
    'guides/long-tasks',
    'guides/zod',
    'guides/agents',
    'guides/in-your-app',
    'models',
  ],
  Test: ['test-your-agent', 'conformance'],
  Define: ['define-a-skill', 'json-schema', 'generate-types', 'validate', 'compare-agents'],
  Serve: [
    'serve-an-agent',
    'network-safety',
    'sign-in',
    'signed-cards',
    'push-notifications',
    'sessions',
    'message-envelopes',
  ],
  Call: ['call-an-agent', 'command-line', 'errors', 'registry'],
  Forms: ['form-app', 'embed', 'forms', 'results', 'live-tasks'],
  MCP: ['mcp', 'mcp-hosts'],
  People: ['inbox', 'history', 'extensions/people-v1'],
  Operate: [
    'operate/README',
    'operate/deploy',
    'operate/watch',
    'operate/console',
    'operate/tasks',
    'operate/stores',
    'operate/blobs',
    'operate/replicas',
    'operate/dispatchers',
    'operate/temporal',
    'operate/capacity',
    'operate/figures',
  ],
  'The extension': ['extension', 'extensions/follow-up-forms-v1'],
};

/** The groups that are open before a reader chooses one. */
const OPEN = new Set(['Start', 'Define', 'Serve', 'Call']);

/** Makes the sidebar: groups of pages, titled by their first headings. */
export function createSidebar() {
  const groups = Object.entries(GROUPS).map(([text, names]) =>
    toGroup(
      text,
      names.map((name) => `docs/${name}.md`).filter((path) => PAGES.has(path)),
    ),
  );
  const reference = listFolder('docs/reference');
  const decisions = listFolder('docs/decisions');
  const project = [
    'docs/architecture.md',
    'docs/testing.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...[...PAGES].filter((path) => path.startsWith('schemas/')),
    'CHANGELOG.md',
  ].filter((path) => PAGES.has(path));
  const known = new Set([
    ...Object.values(GROUPS)
      .flat()
      .map((name) => `docs/${name}.md`),
    ...reference,
    ...decisions,
    ...project,
  ]);
  const more = [...PAGES].filter((path) => path.startsWith('docs/') && !known.has(path));
  return [
    ...groups,
    toGroup('More', more.toSorted()),
    toGroup('Reference', reference),
    toGroup('Decisions', decisions),
    toGroup('The project', project),
  ].filter(({ items }) => items.length > 0);
}

function toGroup(text, paths) {
  const items = paths.map((path) => ({ text: readTitle(path), link: toAddress(path) }));
  return { text, items, collapsed: !OPEN.has(text) };
}

/** Lists the pages of a folder, its index first. */
function listFolder(folder) {
  const pages = [...PAGES].filter((path) => path.startsWith(`${folder}/`)).toSorted();
  const index = `${folder}/README.md`;
  return [index, ...pages.filter((path) => path !== index)];
}

/** Returns the first heading of a page, without what every page of its group repeats. */
function readTitle(path) {
  const text = readFileSync(join(WORKSPACE, path), 'utf8');
  const title = /^# (.+)$/mu.exec(text)?.[1] ?? path;
  return title.replace(/^Decisions: (.)/u, (_, first) => first.toUpperCase());
}
