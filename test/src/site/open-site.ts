import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The built site, served on this machine. */
export interface Site {
  readonly url: string;
  readonly close: () => void;
}

/** A text of Markdown as a page: what readers get, and what is wrong in it. */
export interface CheckedText {
  readonly html: string;
  readonly faults: readonly string[];
}

/** What the project of the site exports, which is no part of this workspace and has no types. */
interface SiteProject {
  readonly servePages: (port: number) => Promise<Site>;
  readonly createChecker: () => Promise<(path: string, text: string) => CheckedText>;
}

const ROOT = new URL('../../../', import.meta.url);

/** Builds the site if something has changed since the last build, and serves it. */
export async function openSite(): Promise<Site> {
  const program = fileURLToPath(new URL('scripts/site.js', ROOT));
  const child = spawn(process.execPath, [program, 'build'], {
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`Cannot serve the site because it must be built first: ${said}`);
  const { servePages } = await load('serve.js');
  return servePages(0);
}

/** Makes a function that checks a text as the site checks its pages. */
export async function openChecker(): Promise<(path: string, text: string) => CheckedText> {
  const { createChecker } = await load('check.js');
  return createChecker();
}

async function load(file: string): Promise<SiteProject> {
  return import(new URL(`site/${file}`, ROOT).href);
}
