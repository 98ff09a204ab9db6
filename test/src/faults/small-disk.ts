import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { startChildWithin, type Child } from './start-child.ts';

/** A child process whose database is on a disk that a test can fill up. */
interface SmallDisk {
  readonly child: Child;
  /** Fills the disk, except for `left` bytes. Default 0. */
  fill(left?: number): void;
  /** Frees the disk space that {@link fill} took. */
  clear(): void;
  /** Copies the database with its log while no process writes, and returns the path of the copy. */
  save(): string;
}

/** A way to make the operating system refuse writes to a database. */
export interface DiskKind {
  readonly name: string;
  /** The error code of SQLite when the system refuses a write, such as `SQLITE_FULL`. */
  readonly storageCode: string;
  /**
   * Starts the program `server-child` with the database `tasks.db` on the small disk, and with
   * further arguments.
   */
  start(folder: string, args: readonly string[]): Promise<SmallDisk>;
}

/**
 * A disk that is full because of a limit on the size of the process's files. Any user may set it on
 * any Linux, also in containers. A write is cut at the limit and the next fails with `EFBIG`, which
 * SQLite reports as a broken disk.
 */
const fileSizeLimit: DiskKind = {
  name: 'a limit on the size of files',
  storageCode: 'SQLITE_IOERR_WRITE',
  async start(folder, args) {
    const file = join(folder, 'tasks.db');
    const child = await startChildWithin([], 'server-child', [file, ...args]);
    function limit(bytes: string): void {
      execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:`]);
    }
    return {
      child,
      fill(left = 0) {
        const most = Math.max(statSync(file).size, statSync(`${file}-wal`).size);
        limit(String(most + left));
      },
      clear: () => limit('unlimited'),
      save: () => save(folder, join(folder, 'saved')),
    };
  },
};

/**
 * A disk that is full because a file beside the database fills a memory file system of 4 MB, which
 * only the process sees. Writes fail with `ENOSPC`, as on any full disk. It needs the right to make
 * namespaces, which containers and some systems refuse.
 */
const smallFileSystem: DiskKind = {
  name: 'a file system without room',
  storageCode: 'SQLITE_FULL',
  async start(folder, args) {
    const inside = join(folder, 'disk');
    mkdirSync(inside);
    const within = toNamespace(`mount -t tmpfs -o size=4m none "${inside}" && exec "$@"`);
    const child = await startChildWithin([...within, 'sh'], 'server-child', [
      join(inside, 'tasks.db'),
      ...args,
    ]);
    const seen = `/proc/${child.pid}/root${inside}`;
    const ballast = join(seen, 'ballast');
    return {
      child,
      fill(left = 0) {
        fillUp(ballast);
        truncateSync(ballast, Math.max(0, statSync(ballast).size - left));
      },
      clear: () => rmSync(ballast),
      save: () => save(seen, join(folder, 'saved')),
    };
  },
};

/**
 * The kinds of full disks that work on this machine; the limit on file sizes works on every Linux.
 */
export const DISK_KINDS: readonly DiskKind[] = canMount()
  ? [fileSizeLimit, smallFileSystem]
  : [fileSizeLimit];

function toNamespace(script: string): readonly string[] {
  return ['unshare', '--map-root-user', '--mount', 'sh', '-c', script];
}

/**
 * Fills a file until the disk is full, page by page, because the server writes at the same time.
 */
function fillUp(path: string): void {
  const descriptor = openSync(path, 'w');
  const page = Buffer.alloc(4_096);
  try {
    for (;;) writeSync(descriptor, page);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(descriptor);
  }
}

function canMount(): boolean {
  const [program = '', ...args] = toNamespace('mount -t tmpfs -o size=4m none /tmp');
  return spawnSync(program, args).status === 0 && existsSync('/proc/self/root');
}

function save(from: string, to: string): string {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((each) => each.startsWith('tasks.db'))) {
    cpSync(join(from, name), join(to, name));
  }
  return join(to, 'tasks.db');
}
