import { homedir } from 'node:os';
import { join } from 'node:path';

/** Options of {@link toCacheFolder}. */
export interface CacheFolderOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default: that of this process. */
  readonly platform?: NodeJS.Platform;
  /** Default: that of the user. */
  readonly home?: string;
}

/** Where the platform has what programs keep for a user and can do without. */
export function toCacheFolder({
  env,
  platform = process.platform,
  home = homedir(),
}: CacheFolderOptions): string {
  const { XDG_CACHE_HOME: cache = '', LOCALAPPDATA: local = '' } = env;
  // Also where it is not the custom, somebody may have said so.
  if (cache !== '') return cache;
  if (platform === 'darwin') return join(home, 'Library', 'Caches');
  if (platform === 'win32') return local === '' ? join(home, 'AppData', 'Local') : local;
  return join(home, '.cache');
}
