import type { AgentSource } from '@formwork/client';
import { createContext, useContext } from 'react';
import type { CredentialBox } from './credential-box.ts';
import type { KeyValueStore } from '../storage/key-value-store.ts';

/** An agent that can be opened. */
export interface ListedAgent {
  readonly url: string;
  readonly name?: string;
}

/** The provider where people sign in. */
export interface PageSignIn {
  /** Its name: that of its host. */
  readonly provider: string;
  readonly isSignedIn: boolean;
}

/** The server's settings for this page. */
export interface PageConfig {
  /** `one`: this agent and no other. `many`: any that somebody names. */
  readonly mode: 'one' | 'many';
  readonly agents: readonly ListedAgent[];
  /** Where people sign in; absent where they enter a token or key. */
  readonly signIn?: PageSignIn;
}

/** The services that the page stands on. */
export interface PageServices {
  readonly loadConfig: () => Promise<PageConfig>;
  /** Where people sign in, once the settings are loaded. */
  readonly signIn: () => PageSignIn | undefined;
  /** Speaks to one agent, with what says who calls at that moment. */
  readonly openSource: (agent: string) => AgentSource;
  readonly store: KeyValueStore;
  readonly credentials: CredentialBox;
}

/** Hands the services down. */
export const ServicesContext = createContext<PageServices | undefined>(undefined);

/** The services of the page. @throws Error outside of the page. */
export function useServices(): PageServices {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error('Cannot draw this outside of the page');
  return services;
}
