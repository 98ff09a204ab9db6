import type { DescribedCredential } from '@formwork/client';

/**
 * The store of the credentials that a person has entered in the page: HTTP headers by the address
 * of the agent. It exists in memory only.
 */
export interface CredentialStore {
  /** Returns the headers for the agent with this address; `{}` if none were entered. */
  read(agent: string): Readonly<Record<string, string>>;
  put(agent: string, headers: Readonly<Record<string, string>>): void;
  forget(agent: string): void;
  /** Remembers that the agent has refused these headers. */
  refuse(agent: string, headers: Readonly<Record<string, string>>): void;
  /** True if the agent has refused the headers that are stored for it now. */
  isRefused(agent: string): boolean;
}

/** Makes an empty store of credentials, which exists in memory only. */
export function createCredentialStore(): CredentialStore {
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
      // A refusal does not count for headers that were entered in the meantime.
      if (boxes.get(agent) === headers) refused.add(headers);
    },
    isRefused(agent) {
      const headers = boxes.get(agent);
      return headers !== undefined && refused.has(headers);
    },
  };
}

/** Makes the HTTP header for an entered credential; `undefined` if a header cannot contain it. */
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
