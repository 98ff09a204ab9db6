import { replaceBusyFile } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';
import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BridgeLogger } from '../bridge-logger.ts';

/** The key of a stored card: the agent that it belongs to. */
interface CardKey {
  readonly alias: string;
  /** The address of the agent. Only its hash is stored, because an address may contain a secret. */
  readonly url: string;
}

/** A store that keeps the last good card of each agent between runs, as the agent sent it. */
export interface CardStore {
  /**
   * Reads the stored card of an agent; `undefined` if there is none, or none that can be used.
   * Never rejects.
   */
  readonly read: (key: CardKey) => Promise<string | undefined>;
  /** Stores the card of an agent. Never rejects: a failure is only logged. */
  readonly write: (key: CardKey, text: string) => Promise<void>;
}

/** Options of {@link createCardStore}. */
export interface CardStoreOptions {
  readonly folder: string;
  readonly logger: BridgeLogger;
}

/** The highest number of cards that are kept, which is the highest number of agents of a bridge. */
const MAX_CARDS = 500;

/** The size of the largest file of a card that is written or read, in bytes. */
const MAX_BYTES = 4_194_304;

/**
 * The format of a stored card's file, named in the file so that a later format is not mistaken for
 * it.
 */
const KIND = 'formwork-card-1';

const FILE = /^[0-9a-f]{64}\.json$/u;

/**
 * Makes a store that keeps cards as files that only their owner can read. Files are replaced as a
 * whole, never half written; a card that cannot be written, read or understood counts as missing.
 */
export function createCardStore(options: CardStoreOptions): CardStore {
  return new FolderStore(options);
}

class FolderStore implements CardStore {
  readonly #folder: string;
  readonly #logger: BridgeLogger;
  /** True once the log says that cards cannot be stored. */
  #isLogged = false;
  /** The one look for cards beyond the limit; `undefined` before it, and after one that failed. */
  #pruned: Promise<void> | undefined;

  constructor({ folder, logger }: CardStoreOptions) {
    this.#folder = folder;
    this.#logger = logger;
  }

  async read(key: CardKey): Promise<string | undefined> {
    try {
      return parse(await readCardFile(toFile(this.#folder, key)));
    } catch {
      return undefined;
    }
  }

  async write(key: CardKey, text: string): Promise<void> {
    const content = JSON.stringify({ kind: KIND, text });
    if (Buffer.byteLength(content) > MAX_BYTES) return;
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await replace(toFile(this.#folder, key), content);
      this.#pruned ??= this.#prune();
      await this.#pruned;
    } catch (error) {
      if (this.#isLogged) return;
      this.#isLogged = true;
      const reason = error instanceof Error ? error.message : String(error);
      this.#logger.warn(`Cards of agents will not outlive this process: ${reason}`);
    }
  }

  async #prune(): Promise<void> {
    try {
      await prune(this.#folder);
    } catch (error) {
      this.#pruned = undefined;
      throw error;
    }
  }
}

function toFile(folder: string, { alias, url }: CardKey): string {
  const hash = createHash('sha256').update(JSON.stringify([alias, url]));
  return join(folder, `${hash.digest('hex')}.json`);
}

/** Reads a file unless another user could have written it, because models read the stored cards. */
async function readCardFile(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const { uid, mode, size } = await file.stat();
    const isOwn =
      process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
    return isOwn && size <= MAX_BYTES ? await file.readFile('utf8') : '';
  } finally {
    await file.close();
  }
}

function parse(content: string): string | undefined {
  const value: unknown = JSON.parse(content);
  if (!isRecord(value) || value['kind'] !== KIND) return undefined;
  return typeof value['text'] === 'string' ? value['text'] : undefined;
}

/** Replaces a file by renaming a finished draft, so that readers never see half of it. */
async function replace(path: string, content: string): Promise<void> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, content, { mode: 0o600, flag: 'wx' });
    await replaceBusyFile(() => rename(draft, path));
  } finally {
    await rm(draft, { force: true });
  }
}

/** Removes the oldest cards beyond the limit, and drafts that a crash left behind. */
async function prune(folder: string): Promise<void> {
  const names = await readdir(folder);
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
      return { name, path, mtimeMs };
    }),
  );
  const cards = files
    .filter(({ name }) => FILE.test(name))
    .toSorted((a, b) => b.mtimeMs - a.mtimeMs)
    .slice(MAX_CARDS);
  const hourAgo = Date.now() - 3_600_000;
  const drafts = files.filter(
    ({ name, mtimeMs }) =>
      /^[0-9a-f]{64}\.json\.\d+\.[0-9a-f]{8}$/u.test(name) && mtimeMs < hourAgo,
  );
  await Promise.all([...cards, ...drafts].map(({ path }) => rm(path, { force: true })));
}
