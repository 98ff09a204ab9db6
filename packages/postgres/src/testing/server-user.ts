import { chownSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The user of a server if root runs the tests, because PostgreSQL refuses root. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** Finds the user `nobody` if root runs the tests; `undefined` if the server runs as their user. */
export function findServerUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] = users.find((line) => line.startsWith('nobody:'))?.split(':') ?? [];
  if (uid === undefined || gid === undefined) {
    throw new Error('Cannot start PostgreSQL as root because /etc/passwd must have a user nobody.');
  }
  return { uid: Number(uid), gid: Number(gid) };
}

/** Returns true if every user may pass through all folders on the way to a path, and read it. */
export function isOpen(path: string): boolean {
  let folder = realpathSync(path);
  if ((statSync(folder).mode & 0o005) !== 0o005) return false;
  while (dirname(folder) !== folder) {
    folder = dirname(folder);
    if ((statSync(folder).mode & 0o001) === 0) return false;
  }
  return true;
}

/**
 * Finds the folder for the files of a server: the one for temporary files, unless the server has a
 * user of its own, who may not pass there.
 */
export function findServerFolder(user: ServerUser | undefined): string {
  if (user === undefined) return tmpdir();
  const folders = [tmpdir(), '/tmp', '/var/tmp'];
  const open = folders.find(isOpen);
  if (open === undefined) {
    throw new Error(
      `Cannot start PostgreSQL as root because the user nobody must have a folder for files: none of ${folders.join(', ')} is open to it.`,
    );
  }
  return open;
}

/** Gives a folder with all that is in it to the user of a server. */
export function giveFolder(folder: string, user: ServerUser | undefined): void {
  if (user === undefined) return;
  // macOS writes the number of `nobody` as -2, which is a large one for the file system.
  const [uid, gid] = [user.uid >>> 0, user.gid >>> 0];
  chownSync(folder, uid, gid);
  const inner = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of inner) chownSync(join(folder, path), uid, gid);
}
