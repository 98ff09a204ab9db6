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

/** A child whose database is where room runs out, for real, when the test says so. */
interface SmallDisk {
  readonly child: Child;
  /** Takes all room that is left, but for that many bytes. Default 0. */
  fill(left?: number): void;
  /** Gives it back. */
  clear(): void;
  /** Copies the database, its log included, while nobody writes to it. Returns the path. */
  save(): string;
}

/** A way to make the system refuse writes. */
export interface DiskKind {
  readonly name: string;
  /** What SQLite calls it. */
  readonly storageCode: string;
  /** Starts the process `server-child` with `tasks.db` on the small disk, and what else it takes. */
  start(folder: string, args: readonly string[]): Promise<SmallDisk>;
}

/**
 * A limit of the system on the size of the process's files: any user may set it on any Linux, also
 * in containers. A write is cut short at the limit and the next fails with `EFBIG`, which SQLite
 * does not tell from a broken disk.
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
 * A file system in memory of 4 MB that only the process sees, filled by a file beside the database:
 * `ENOSPC`, as a full disk gives it. Needs the right to make namespaces, which containers and some
 * systems refuse.
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

/** Those that work on this machine; the first always does on Linux. */
export const DISK_KINDS: readonly DiskKind[] = canMount()
  ? [fileSizeLimit, smallFileSystem]
  : [fileSizeLimit];

function toNamespace(script: string): readonly string[] {
  return ['unshare', '--map-root-user', '--mount', 'sh', '-c', script];
}

/** Page by page, as the server writes at the same time. */
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
