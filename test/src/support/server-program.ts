import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The program of a server, and where its libraries are if they are not installed. */
export interface ServerProgram {
  readonly file: string;
  /** The environment that the program needs. */
  readonly env: NodeJS.ProcessEnv;
}

/** The names of a server's program, and the system packages that contain it. */
export interface ServerProgramSource {
  /** The names of the program, the preferred one first. */
  readonly names: readonly string[];
  /**
   * The packages of Debian and Ubuntu with the program and the libraries that it may lack. A person
   * would install the first one.
   */
  readonly packages: readonly string[];
}

/**
 * Finds the program of a server: the one installed on this machine, else, without installing it,
 * the one of the system's packages.
 *
 * @throws Error that says what to install
 */
export function findServerProgram(source: ServerProgramSource): ServerProgram {
  const { PATH: path = '' } = process.env;
  const folders = [...path.split(delimiter), '/usr/sbin'];
  const files = folders.flatMap((folder) => source.names.map((name) => join(folder, name)));
  const file = files.find((one) => existsSync(one));
  return file === undefined ? unpackProgram(source) : { file, env: process.env };
}

/** Unpacks the program of the system's packages into a folder that later tests find. */
function unpackProgram({ names, packages }: ServerProgramSource): ServerProgram {
  const [wanted = ''] = packages;
  const kept = join(tmpdir(), `formwork-${wanted}`);
  if (!existsSync(kept)) {
    const folder = mkdtempSync(`${kept}-`);
    try {
      const options = { cwd: folder, stdio: 'pipe' } as const;
      execFileSync('apt-get', ['download', ...packages], options);
      mkdirSync(join(folder, 'files'));
      for (const name of readdirSync(folder)) {
        if (name.endsWith('.deb')) execFileSync('dpkg-deb', ['-x', name, 'files'], options);
      }
      execFileSync('chmod', ['-R', 'a+rX', '.'], options);
      renameSync(folder, kept);
    } catch (cause) {
      rmSync(folder, { recursive: true, force: true });
      if (!existsSync(kept)) {
        throw new Error(
          `There is no ${names.join(' or ')} for this test: install one (Debian: apt-get install ${wanted}).`,
          { cause },
        );
      }
    }
  }
  const libraries = readdirSync(join(kept, 'files/usr/lib'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.includes('-linux-'))
    .map(({ name }) => join(kept, 'files/usr/lib', name));
  const file = names
    .flatMap((name) => ['bin', 'sbin'].map((folder) => join(kept, 'files/usr', folder, name)))
    .find((one) => existsSync(one));
  if (file === undefined) throw new Error(`The package ${wanted} has no ${names.join(' or ')}.`);
  return { file, env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') } };
}

/** Finds a port of this machine that nobody listens on. */
export async function findPort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  holder.close();
  await once(holder, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/**
 * Resolves once a port of this machine accepts connections.
 *
 * @throws Error after 10 seconds, or as soon as `hasEnded` returns true
 */
export async function untilListening(port: number, hasEnded: () => boolean): Promise<void> {
  for (let attempt = 0; !(await isOpen(port)); attempt += 1) {
    if (attempt > 200 || hasEnded()) throw new Error(`No server listens on port ${port}.`);
    await sleep(50);
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
