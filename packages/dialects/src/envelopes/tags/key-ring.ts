import { isAgentId } from '../message/agent-id.ts';
import { KeyRefusedError } from '../errors/key-refused-error.ts';
import { toVerifyingKey, type PublicKeyEntry, type PublicKeyInput } from './public-key.ts';
import type { KeyLookup } from './verify-envelope.ts';

/** One key of an agent, or several while it changes from one to another. */
export type AgentKeys =
  | PublicKeyInput
  | PublicKeyEntry
  | readonly (PublicKeyInput | PublicKeyEntry)[];

/**
 * The public keys of agents by their ids, or a function that finds those of one agent. It MUST give
 * nothing for an agent that it does not know, and MUST NOT give keys that nobody registered for it.
 */
export type KeyRegistration =
  | Readonly<Record<string, AgentKeys>>
  | ((agentId: string) => AgentKeys | undefined | Promise<AgentKeys | undefined>);

/** Each costs a verification when a tag names none. */
const MAX_KEYS = 8;

/** Makes registered keys ready. @throws KeyRefusedError that names the agent; of a function, later */
export function createKeyRing(registration: KeyRegistration): KeyLookup {
  if (typeof registration === 'function') {
    return async (agentId) => toKeys(agentId, await registration(agentId));
  }
  const rings = new Map(
    Object.entries(registration).map(([agentId, keys]) => [agentId, toKeys(agentId, keys)]),
  );
  return async (agentId) => rings.get(agentId) ?? [];
}

function toKeys(agentId: string, keys: AgentKeys | undefined): Awaited<ReturnType<KeyLookup>> {
  if (keys === undefined) return [];
  const list = isList(keys) ? keys : [keys];
  if (!isAgentId(agentId)) {
    throw new KeyRefusedError(
      `it must belong to an agent's id: current value is ${JSON.stringify(agentId)}`,
    );
  }
  if (list.length > MAX_KEYS) {
    throw new KeyRefusedError(
      `an agent must have at most ${MAX_KEYS}: current value is ${list.length} of ${agentId}`,
    );
  }
  return list.map((key) => {
    try {
      return toVerifyingKey(key);
    } catch (error) {
      if (!(error instanceof KeyRefusedError)) throw error;
      throw new KeyRefusedError(
        `${error.message.slice('Cannot use the key as '.length)} (agent ${agentId})`,
        {
          cause: error,
        },
      );
    }
  });
}

function isList(keys: AgentKeys): keys is readonly (PublicKeyInput | PublicKeyEntry)[] {
  return Array.isArray(keys);
}
