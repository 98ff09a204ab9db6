import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright-core';

const FOLDER = fileURLToPath(new URL('../../../apps/forms/dist/page', import.meta.url));

/** The files that a page has loaded, and their sizes. */
export interface Weight {
  readonly names: readonly string[];
  /** The size of the scripts in bytes, each file compressed by gzip at its best level. */
  readonly scripts: number;
  readonly styles: number;
}

/**
 * Records the files that a page loads. Returns a function that weighs the files so far, except
 * those in `without`.
 */
export function recordWeight(page: Page): (without?: ReadonlySet<string>) => Weight {
  const names = new Set<string>();
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/')) names.add(pathname);
  });
  return (without) => weigh([...names].filter((name) => without?.has(name) !== true));
}

/**
 * Weighs the files that the forms page loads before its own code asks for more: React, and the code
 * around forms.
 */
export function weighShell(): Weight {
  const html = readFileSync(`${FOLDER}/index.html`, 'utf8');
  const scripts = html.matchAll(/<script type="module"[^>]* src="\.(\/assets\/[^"]+)"/gu);
  const [, style = ''] = /<link rel="stylesheet"[^>]* href="\.(\/assets\/[^"]+)"/u.exec(html) ?? [];
  const names = [...scripts].flatMap(([, name = '']) => [...follow(name)]);
  return weigh([style, ...new Set(names)]);
}

/**
 * Lists the scripts that validate values, summarize folded rows or show tasks, with their style
 * sheets; the page loads them while the form can already be filled.
 */
export function listBackground(): ReadonlySet<string> {
  const html = readFileSync(`${FOLDER}/index.html`, 'utf8');
  const files = readdirSync(`${FOLDER}/assets`);
  const scripts = files.filter((name) =>
    /^(?:create-form-validator|form-review|row-summary|pattern-worker|start-work|thread|task-result|run-list|run-details)-.*\.js$/u.test(
      name,
    ),
  );
  const styles = files.filter((name) => /^(?:result|thread)-.*\.css$/u.test(name));
  const needed = scripts.flatMap((name) => [...follow(`/assets/${name}`)]);
  needed.push(...styles.map((name) => `/assets/${name}`));
  return new Set(needed.filter((name) => !html.includes(`.${name}"`)));
}

/** Returns the names of a script and of all scripts that it imports statically. */
function follow(entry: string): ReadonlySet<string> {
  const names = new Set<string>();
  function visit(name: string): void {
    if (names.has(name)) return;
    names.add(name);
    const code = readFileSync(FOLDER + name, 'utf8');
    for (const [, path = ''] of code.matchAll(/(?:from|import)\s*["']\.(\/[^"']+\.js)["']/gu)) {
      visit(`/assets${path}`);
    }
  }
  visit(entry);
  return names;
}

function weigh(names: readonly string[]): Weight {
  const sum = (ending: string): number =>
    names
      .filter((name) => name.endsWith(ending))
      .reduce((total, name) => total + compress(name), 0);
  return { names, scripts: sum('.js'), styles: sum('.css') };
}

function compress(name: string): number {
  return gzipSync(readFileSync(FOLDER + name), { level: 9 }).length;
}
