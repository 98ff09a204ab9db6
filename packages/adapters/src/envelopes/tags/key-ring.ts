import { KeyRefusedError } from '../errors.ts';
import { isAgentId } from '../message/envelope.ts';
import {
  toVerifyingKey,
  type PublicKeyEntry,
  type PublicKeyInput,
  type VerifyingKey,
} from './keys.ts';

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

/** Finds the keys of an agent; none for an agent that nobody knows. */
export type KeyLookup = (agentId: string) => Promise<readonly VerifyingKey[]>;

/** Each costs a verification when a tag names none. */
const MAX_KEYS = 8;

/** Makes registered keys ready. @throws KeyRefusedError that names the agent; of a function, later */
export function createKeyRing(registration: KeyRegistration): KeyLookup {
  if (typeof registration === 'function') {
    return async (agentId) => readKeys(agentId, await registration(agentId));
  }
  const rings = new Map(
    Object.entries(registration).map(([agentId, keys]) => [agentId, readKeys(agentId, keys)]),
  );
  return async (agentId) => rings.get(agentId) ?? [];
}

function readKeys(agentId: string, keys: AgentKeys | undefined): Awaited<ReturnType<KeyLookup>> {
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
