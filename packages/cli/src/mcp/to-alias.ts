import type { AgentSettings } from '@formwork/mcp';
import { UsageError } from '../errors/usage-error.ts';
import { assertAddress } from '../remote/assert-address.ts';

/** An agent of the command line: `URL`, or `ALIAS=URL`. @throws UsageError */
export function parseAgents(
  words: readonly string[],
): readonly Pick<AgentSettings, 'alias' | 'url'>[] {
  const taken = new Set<string>();
  return words.map((word) => {
    const [, given, rest] = /^([\w-]+)=(.+)$/u.exec(word) ?? [];
    const url = rest ?? word;
    assertAddress(url);
    if (new URL(url).password !== '') {
      throw new UsageError(
        'Cannot use the URL as it must have no password, which everybody on this machine could read. Use FORMWORK_TOKEN_<ALIAS>, or --config.',
      );
    }
    const alias = given ?? toAlias(url, taken);
    taken.add(alias);
    return { alias, url };
  });
}

/** A short name of a host: `api` of `api.example.com`, `agent` of this machine. */
function toAlias(url: string, taken: ReadonlySet<string>): string {
  const { hostname } = new URL(url);
  const [first = ''] = hostname.split('.');
  const isName = /^[a-z][a-z0-9-]*$/iu.test(first) && first !== 'localhost' && first !== 'a2a';
  const base = isName ? first.slice(0, 16).replaceAll(/-+$/gu, '') : 'agent';
  let alias = base;
  for (let number = 2; taken.has(alias); number += 1) alias = `${base}-${number}`;
  return alias;
}
