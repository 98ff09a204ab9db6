import type { AgentSource } from '@formwork/client';
import { createContext, useContext } from 'react';
import type { CredentialBox } from './credential-box.ts';
import type { KeyValueStore } from '../storage/key-value-store.ts';

/** An agent that can be opened from the list. */
export interface ListedAgent {
  readonly url: string;
  readonly name?: string;
}

/** The provider where people sign in. */
export interface PageSignIn {
  /** The host of the provider, which is shown as its name. */
  readonly provider: string;
  readonly isSignedIn: boolean;
}

/** The settings that the server gives this page. */
export interface PageConfig {
  /** `one` if the page is for a single agent, `many` if any agent can be opened by its address. */
  readonly mode: 'one' | 'many';
  readonly agents: readonly ListedAgent[];
  /** The provider where people sign in; absent if they enter a token or key instead. */
  readonly signIn?: PageSignIn;
}

/**
 * The services that all parts of the page use, such as the browser's storage and the way to agents.
 */
export interface PageServices {
  readonly loadConfig: () => Promise<PageConfig>;
  /** Returns the provider where people sign in, once the settings are loaded. */
  readonly signIn: () => PageSignIn | undefined;
  /** Makes the source of an agent, which is called with the current credentials. */
  readonly openSource: (agent: string) => AgentSource;
  readonly store: KeyValueStore;
  readonly credentials: CredentialBox;
}

/** The React context with the services of the page. */
export const ServicesContext = createContext<PageServices | undefined>(undefined);

/** The services of the page. @throws Error if it is called outside of the page. */
export function useServices(): PageServices {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error('Cannot draw this outside of the page');
  return services;
}
