import type { Exchange, Step } from '@formwork/server';
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FileVersion, judgeConditions, readRange } from './file-conditions.ts';
import { PageExchange } from './page-exchange.ts';
import { setPageHeaders } from './security-headers.ts';

const YEAR_SECONDS = 31_536_000;

/** The methods that read a file. */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The HTTP encodings of compressed files by the endings of their names; the best one comes first. */
const ENCODINGS: Readonly<Record<string, string>> = { '.br': 'br', '.gz': 'gzip' };

/**
 * Returns the folder of the built page, `dist/page`, by the URL of a module two folders below its
 * package; `undefined` for a program whose modules are no files. Bundlers would look for a module if
 * the name of the folder stood beside the URL.
 */
export function toPageFolder(moduleUrl: string | undefined): string | undefined {
  if (moduleUrl?.startsWith('file:') !== true) return undefined;
  return join(fileURLToPath(moduleUrl), '../../../dist/page');
}

/**
 * Makes the step of the built page: its HTML, which browsers request anew each time, and files
 * whose names change with their content. Requests for other paths are passed on.
 */
export function createPageStep(folder: string | undefined): Step {
  if (folder === undefined || !existsSync(join(folder, 'index.html'))) return answerUnbuilt;
  const files = new StaticFiles(folder);
  async function answer(exchange: Exchange, next: () => void): Promise<void> {
    const { path, reply } = exchange;
    const corrected = path === '/' ? correctMount(exchange.target) : undefined;
    if (corrected !== undefined) {
      setPageHeaders(reply);
      new PageExchange(exchange).redirect(301, corrected);
      return;
    }
    const name = toFilePath(path);
    const cached = name.startsWith('/assets/')
      ? `public, max-age=${YEAR_SECONDS}, immutable`
      : 'no-cache';
    const page = new PageExchange(exchange);
    const accepts = (encoding: string): boolean => page.accepts(encoding);
    // Set only with the file: a cache would keep a refusal for as long.
    function setFileHeaders(): void {
      setPageHeaders(reply);
      reply.setHeader('Cache-Control', cached);
      reply.setHeader('Vary', 'Accept-Encoding');
    }
    if (!(await files.send(exchange, files.choose(name, accepts), setFileHeaders))) next();
  }

  return (exchange, next) => {
    const { method = 'GET' } = exchange.message;
    // Most requests on an agent's server come from callers of the agent, so they must not cause a
    // look at the disk.
    if (!READS.has(method) || !files.has(toFilePath(exchange.path))) next();
    else answer(exchange, next).catch((error: unknown) => exchange.fail(error));
  };
}

const toFilePath = (path: string): string => (path === '/' ? '/index.html' : path);

/** Answers with a hint, for a checkout without a built page, and a bundle without its files. */
function answerUnbuilt(exchange: Exchange, next: () => void): void {
  if (exchange.path !== '/' || !READS.has(exchange.message.method ?? 'GET')) {
    next();
    return;
  }
  setPageHeaders(exchange.reply);
  const hint =
    'Cannot show the page because its files must be there: in a checkout, run "npm run build"; of a bundle, leave the packages of Formwork out.\n';
  new PageExchange(exchange).sendText(503, hint);
}

/**
 * Returns the address with a slash at the end of its path, which the page's relative paths need, or
 * `undefined` if it has one. It is relative itself, because a proxy may have stripped a prefix.
 */
function correctMount(url: string): string | undefined {
  const [path = '', ...query] = url.split('?');
  if (path.endsWith('/')) return undefined;
  return [`./${path.slice(path.lastIndexOf('/') + 1)}/`, ...query].join('?');
}

/** A file that is read piece by piece. */
interface OpenFile extends FileVersion {
  readonly handle: FileHandle;
  /** The number of bytes. */
  readonly size: number;
}

/** The errors of files that are not there any more. */
const GONE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

/**
 * The files of a folder. They are listed once and found by the paths of requests as they came, so
 * that no path leads out of the folder, whatever escapes, dots or links it has.
 */
class StaticFiles {
  readonly #folder: string;
  readonly #paths: ReadonlySet<string>;

  constructor(folder: string) {
    this.#folder = folder;
    this.#paths = listPaths(folder);
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** Returns the path of the best copy of a file that its reader takes, or of the file itself. */
  choose(path: string, accepts: (encoding: string) => boolean): string {
    const endings = Object.keys(ENCODINGS);
    // A large file that is seldom loaded has no copy of the second kind, a small one has none.
    if (!this.has(`${path}${endings[0]}`)) return path;
    // Each encoding is checked alone, because the smaller file is better for a browser that accepts
    // both equally.
    const ending = endings.find(
      (candidate) => this.has(`${path}${candidate}`) && accepts(ENCODINGS[candidate] ?? ''),
    );
    return `${path}${ending ?? ''}`;
  }

  /**
   * Answers with a file, a part of it, or that its reader has it already; resolves to false if it is
   * not there any more. `setHeaders` is called unless the file is refused.
   *
   * @throws an error with a status for conditions and parts that do not fit the file
   */
  async send(exchange: Exchange, path: string, setHeaders: () => void): Promise<boolean> {
    const file = await openFile(join(this.#folder, path));
    if (file === undefined) return false;
    try {
      await sendFile(exchange, file, { path, setHeaders });
    } finally {
      await file.handle.close();
    }
    return true;
  }
}

async function sendFile(
  exchange: Exchange,
  file: OpenFile,
  { path, setHeaders }: { readonly path: string; readonly setHeaders: () => void },
): Promise<void> {
  const { message, reply } = exchange;
  const { size, tag, modified } = file;
  reply.setHeader('Accept-Ranges', 'bytes');
  reply.setHeader('Last-Modified', modified);
  reply.setHeader('ETag', tag);
  const condition = judgeConditions(message.headers, file);
  if (condition === 'failed') throw createFileError('the file must be the one that is meant', 412);
  if (condition === 'unchanged') {
    setHeaders();
    reply.writeHead(304).end();
    return;
  }
  const range = readRange(message.headers, file);
  if (range === 'none') {
    reply.setHeader('Content-Range', `bytes */${size}`);
    throw createFileError('the file must have the part that is asked for', 416);
  }
  setHeaders();
  setType(exchange, path);
  const isPart = range !== 'all';
  const { first, last } = isPart ? range : { first: 0, last: size - 1 };
  if (isPart) reply.setHeader('Content-Range', `bytes ${first}-${last}/${size}`);
  reply.setHeader('Content-Length', last - first + 1);
  reply.writeHead(isPart ? 206 : 200);
  if (message.method !== 'HEAD' && last >= first) {
    await pipe(file.handle, { first, last, to: new PageExchange(exchange) });
  }
  reply.end();
}

function setType({ reply }: Exchange, path: string): void {
  const ending = extname(path);
  const encoding = ENCODINGS[ending];
  const plainPath = encoding === undefined ? path : path.slice(0, -ending.length);
  if (encoding !== undefined) reply.setHeader('Content-Encoding', encoding);
  const type = MEDIA_TYPES[extname(plainPath)] ?? 'application/octet-stream';
  reply.setHeader('Content-Type', type);
}

/** Writes a part of a file at the pace of its reader, until the reader goes. */
async function pipe(
  handle: FileHandle,
  { first, last, to }: { readonly first: number; readonly last: number; readonly to: PageExchange },
): Promise<void> {
  const gone = to.signal(NEVER);
  const chunks = handle.createReadStream({ start: first, end: last, autoClose: false });
  try {
    for await (const chunk of chunks) await to.write(chunk as Buffer, gone);
  } catch (error) {
    // A reader who has gone gets no error.
    if (!gone.aborted) throw error;
  }
}

/** The signal of what does not end by itself. */
const NEVER = new AbortController().signal;

async function openFile(name: string): Promise<OpenFile | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(name);
    const { size, mtime } = await handle.stat();
    const tag = `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`;
    return { handle, size, tag, modified: mtime.toUTCString() };
  } catch (error) {
    await handle?.close();
    if (error instanceof Error && 'code' in error && GONE.has(error.code)) return undefined;
    throw error;
  }
}

function createFileError(rule: string, status: number): Error {
  return Object.assign(new Error(`Cannot send the file because ${rule}`), { status });
}

/**
 * Lists the files of a folder as the paths of requests, such as `/assets/app.js`: none that is
 * hidden, and none outside of the folder, to which a link leads.
 */
function listPaths(folder: string): ReadonlySet<string> {
  const root = realpathSync(folder);
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  // Folders that a link leads to are listed as well.
  const folders = new Set(entries.map(({ parentPath }) => parentPath));
  const within = new Set([...folders].filter((name) => isBelow(realpathSync(name), root)));
  const files = entries.flatMap((entry) => {
    const file = join(entry.parentPath, entry.name);
    const isServed = entry.isFile() || (entry.isSymbolicLink() && leadsToFile(file, root));
    return isServed && within.has(entry.parentPath) ? [relative(root, file).split(sep)] : [];
  });
  const shown = files.filter((names) => !names.some((name) => name.startsWith('.')));
  return new Set(shown.map((names) => `/${names.join('/')}`));
}

const isBelow = (path: string, root: string): boolean =>
  `${path}${sep}`.startsWith(`${root}${sep}`);

/** Returns true for a link to a file of a folder. */
function leadsToFile(link: string, root: string): boolean {
  const isFile = statSync(link, { throwIfNoEntry: false })?.isFile() === true;
  return isFile && isBelow(realpathSync(link), root);
}
