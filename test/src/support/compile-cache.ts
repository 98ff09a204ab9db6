import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The beginning of the names of the caches of one user, each of which belongs to one checkout. */
const NAME = `formwork-compiled-${userInfo().username.replaceAll(/\W/gu, '_')}-`;

/**
 * The environment variable by which Node keeps compiled code, for programs that do not inherit the
 * environment of the tests. Short programs otherwise spend half of their time compiling.
 */
export const COMPILE_CACHE: { readonly NODE_COMPILE_CACHE: string } = {
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? toCompileCache(),
};

/** Returns the path of the cache of this checkout. */
export function toCompileCache(parent: string = tmpdir()): string {
  return join(parent, `${NAME}${createHash('sha256').update(ROOT).digest('hex').slice(0, 8)}`);
}

/** The most entries that a cache keeps: about 150 MB, and three times those of one whole run. */
const MOST = 20_000;

/** The age of an entry that counts as one of an earlier run, in milliseconds. */
const EARLIER_MS = 3_600_000;

/** The time after which the cache of a checkout that no run uses goes, in milliseconds. */
const FORGOTTEN_MS = 7 * 24 * 3_600_000;

/** Options of {@link tidyCompileCache}. */
interface TidyOptions {
  /** The most entries that stay. */
  readonly most?: number;
  /** The current time, in milliseconds. */
  readonly now?: number;
}

/**
 * Keeps a cache small, before a run. Vitest loads each file of tests under an address that is new in
 * each run, so that its entry is never read again: above the limit, entries go that no later run has
 * read, and where that is not enough, as on a disk that notes no reads, all of them. Other runs may
 * use the cache meanwhile, because Node compiles what it does not find there.
 */
export function tidyCompileCache(
  folder: string,
  { most = MOST, now = Date.now() }: TidyOptions = {},
): void {
  for (const version of listNames(folder)) {
    const place = join(folder, version);
    const names = listNames(place);
    if (names.length <= most) continue;
    let count = names.length;
    for (const path of names.map((name) => join(place, name))) {
      const found = lstatSync(path, { throwIfNoEntry: false });
      const isRead = found === undefined || found.atimeMs > found.mtimeMs;
      if (isRead || now - found.mtimeMs < EARLIER_MS) continue;
      rmSync(path, { force: true });
      count -= 1;
    }
    if (count > most) removeWhole(place);
  }
}

/** Removes the caches of this user's checkouts that no run has written to for a week. */
export function removeForgottenCaches(folder: string = tmpdir(), now: number = Date.now()): void {
  for (const name of listNames(folder)) {
    if (!name.startsWith(NAME)) continue;
    const path = join(folder, name);
    const places = [path, ...listNames(path).map((version) => join(path, version))];
    const times = places.map((place) => statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (now - Math.max(...times) > FORGOTTEN_MS) removeWhole(path);
  }
}

/** Removes a folder from its place at once, so that a run that begins meanwhile makes a new one. */
function removeWhole(path: string): void {
  const gone = `${path}.${process.pid}.old`;
  try {
    renameSync(path, gone);
  } catch {
    // Another run was faster.
    return;
  }
  rmSync(gone, { recursive: true, force: true });
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
