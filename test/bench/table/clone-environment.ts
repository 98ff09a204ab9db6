import { delimiter, join } from 'node:path';

/**
 * Returns the environment of a command in a clone: without what npm and Node of the workspace that
 * runs this set for its own commands, so that the clone uses its own.
 */
export function toCloneEnvironment(workspace: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$/u.test(name));
  const modules = join(workspace, 'node_modules');
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(modules))
    .join(delimiter);
  return { ...Object.fromEntries(own), PATH: path };
}
