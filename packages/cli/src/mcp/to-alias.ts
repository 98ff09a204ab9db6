import type { AgentSettings } from '@formwork/mcp';
import { UsageError } from '../errors/errors.ts';
import { assertAddress } from '../remote/connect-options.ts';

/** Reads the agents of the command line, each as `URL` or `ALIAS=URL`. @throws UsageError */
export function parseAgents(
  words: readonly string[],
): readonly Pick<AgentSettings, 'alias' | 'url'>[] {
  const usedAliases = new Set<string>();
  return words.map((word) => {
    // An address has a colon or a slash before any equals sign.
    const [, namedAlias, address] = /^([^=:/?#]*)=(.*)$/su.exec(word) ?? [];
    const fault = namedAlias === undefined ? undefined : toAliasFault(namedAlias, new Set());
    if (fault !== undefined) throw new UsageError(`Cannot use the alias because it ${fault}`);
    const url = address ?? word;
    const { password = '' } = URL.parse(url) ?? {};
    if (password !== '') {
      throw new UsageError(
        'Cannot use the URL because it must have no password, which everybody on this machine could read. Use FORMWORK_TOKEN_<ALIAS>, or --config.',
      );
    }
    assertAddress(url);
    const alias = namedAlias ?? toAlias(url, usedAliases);
    usedAliases.add(alias);
    return { alias, url };
  });
}

const ALIAS = /^(?=.{1,20}$)[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/u;

/**
 * Describes the fault of an alias, given the aliases in use in lower case; `undefined` if it has
 * none.
 */
export function toAliasFault(alias: string, usedAliases: ReadonlySet<string>): string | undefined {
  const current = JSON.stringify(alias);
  if (!ALIAS.test(alias)) {
    return `must have 1 to 20 letters and digits, with "-" between them: current value is ${current}`;
  }
  if (alias.toLowerCase() === 'a2a') {
    return `must not be that of the bridge's own tools: current value is ${current}`;
  }
  return usedAliases.has(alias.toLowerCase())
    ? `must be unlike any other: current value is ${current}`
    : undefined;
}

/** Makes an alias from the host of a URL: `api` for `api.example.com`, `agent` for this machine. */
function toAlias(url: string, usedAliases: ReadonlySet<string>): string {
  const { hostname } = new URL(url);
  const [first = ''] = hostname.split('.');
  const isName = /^[a-z][a-z0-9-]*$/iu.test(first) && first !== 'localhost' && first !== 'a2a';
  const base = isName ? first.slice(0, 16).replace(/(?<!-)-+$/u, '') : 'agent';
  let alias = base;
  for (let number = 2; usedAliases.has(alias); number += 1) alias = `${base}-${number}`;
  return alias;
}
