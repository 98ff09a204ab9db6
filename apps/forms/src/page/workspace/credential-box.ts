import type { DescribedCredential } from '@formwork/client';

/**
 * The credentials of the page: HTTP headers by address of the agent. They are kept in memory only.
 */
export interface CredentialBox {
  /** Returns the headers for this agent and no other; `{}` if there are none. */
  read(agent: string): Readonly<Record<string, string>>;
  put(agent: string, headers: Readonly<Record<string, string>>): void;
  forget(agent: string): void;
  /** Notes that the agent has refused these headers. */
  refuse(agent: string, headers: Readonly<Record<string, string>>): void;
  /** True if the agent has refused the headers that are kept for it. */
  isRefused(agent: string): boolean;
}

/** Makes an empty box of credentials, which are kept in memory and nowhere else. */
export function createCredentialBox(): CredentialBox {
  const boxes = new Map<string, Readonly<Record<string, string>>>();
  const refused = new WeakSet<Readonly<Record<string, string>>>();
  return {
    read: (agent) => boxes.get(agent) ?? {},
    put(agent, headers) {
      boxes.set(agent, headers);
    },
    forget(agent) {
      boxes.delete(agent);
    },
    refuse(agent, headers) {
      // Other headers may have been entered while these were tried.
      if (boxes.get(agent) === headers) refused.add(headers);
    },
    isRefused(agent) {
      const headers = boxes.get(agent);
      return headers !== undefined && refused.has(headers);
    },
  };
}

/** The HTTP header for a credential that was entered; `undefined` if it cannot be sent as one. */
export function toCredentialHeader(
  credential: DescribedCredential,
  entered: string,
): readonly [name: string, value: string] | undefined {
  const value = entered.trim();
  // Other characters are not allowed in a header.
  if (!/^[\u0021-\u007E]+(?: [\u0021-\u007E]+)*$/u.test(value)) return undefined;
  switch (credential.kind) {
    case 'bearer':
      return ['authorization', /^bearer /iu.test(value) ? value : `Bearer ${value}`];
    case 'api-key':
      return [credential.header, value];
    case 'other':
      return undefined;
    default:
      return credential satisfies never;
  }
}
