import { execFile } from 'node:child_process';
import { delimiter } from 'node:path';
import { promisify } from 'node:util';

/** The first Node that runs TypeScript as it is. */
const NEEDED = [22, 18] as const;

/**
 * The version of the Node that a project would run on, such as `20.20.2`; `undefined` if there is
 * none. Not the one that runs this: a workspace may bring its own, in the folders left out here.
 */
export async function readMachineNode(
  path: string = process.env['PATH'] ?? '',
): Promise<string | undefined> {
  const folders = path.split(delimiter).filter((folder) => !/[\\/]node_modules[\\/]/u.test(folder));
  try {
    const env = { ...process.env, PATH: folders.join(delimiter) };
    const { stdout } = await promisify(execFile)('node', ['--version'], { env, timeout: 5_000 });
    return stdout.trim().replace(/^v/u, '');
  } catch {
    return undefined;
  }
}

/** Whether a Node runs TypeScript. */
export function runsTypeScript(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
}
