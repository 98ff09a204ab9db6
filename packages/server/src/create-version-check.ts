import { getSupportedVersions, validateVersion, type A2ARequestHandler } from '@a2a-js/sdk/server';

/**
 * Makes a check that a version of A2A is one that the agent's card offers on a binding.
 *
 * The check throws or rejects with `VersionNotSupportedError`. It returns `undefined` instead of a
 * promise for versions known to be offered, which spares nearly every request a turn of waiting.
 */
export function createVersionCheck(
  handler: Pick<A2ARequestHandler, 'getAgentCard'>,
  binding: 'JSONRPC' | 'HTTP+JSON',
): (version: string) => Promise<void> | undefined {
  let offered: ReadonlySet<string> = new Set();

  async function check(version: string): Promise<void> {
    const card = await handler.getAgentCard();
    offered = getSupportedVersions(card, binding);
    validateVersion(version, card, binding);
  }

  return (version) => (offered.has(version) ? undefined : check(version));
}
