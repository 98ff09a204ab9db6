import type { HostProfile } from './host-profile.ts';

const FACTS = [
  ['names', 'names'],
  ['maxTools', 'number of tools'],
  ['maxDescription', 'descriptions'],
  ['rootUnions', 'schemas'],
  ['results', 'results'],
  ['timeout', 'time'],
  ['revision', 'revision'],
  ['elicitation', 'questions'],
  ['tasks', 'tasks'],
  ['pages', 'pages'],
  ['prompts', 'prompts'],
] as const satisfies readonly (readonly [keyof HostProfile, string])[];

/**
 * Lists the unknown: that nothing is told of a fact does not mean that it works. Of no host is it
 * known whether it shows resources or progress.
 *
 * @example
 * ```ts
 * import { HOST_PROFILES, listUnknown } from '@formwork/mcp';
 *
 * for (const host of HOST_PROFILES) console.log(listUnknown(host));
 * ```
 */
export function listUnknown(host: HostProfile): readonly string[] {
  const { revision, schemas } = host;
  const missing = FACTS.filter(([fact]) => {
    if (fact === 'tasks' && revision !== undefined && revision < '2026') return false;
    if (fact === 'rootUnions' && schemas !== undefined) return false;
    return host[fact] === undefined;
  });
  return [...missing.map(([, name]) => name), 'resources', 'progress'];
}
