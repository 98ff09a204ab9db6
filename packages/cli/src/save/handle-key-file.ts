import { homedir } from 'node:os';
import { join } from 'node:path';

/** Returns the file with the key of this user for the handles and sessions of MCP hosts. */
export function toHandleKeyFile(env: Readonly<Record<string, string | undefined>>): string {
  const { XDG_CONFIG_HOME: folder = '' } = env;
  return join(folder === '' ? join(homedir(), '.config') : folder, 'formwork', 'mcp-handles.key');
}
