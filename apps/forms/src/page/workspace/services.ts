import type { AgentSource } from '@formwork/client';
import { createContext, useContext } from 'react';
import type { KeyValueStore } from '../storage/key-value-store.ts';
import type { CredentialStore } from './credential-store.ts';

/** An agent that can be opened from the list. */
export interface ListedAgent {
  readonly url: string;
  readonly name?: string;
  /** The icon of the agent as its description had it; absent for one that was never opened. */
  readonly icon?: string;
  /** True for an untrusted agent: the page asks it nothing before a person opens it. */
  readonly isSuggested?: boolean;
}

/** The provider (such as a company's login service) where people sign in for this page. */
interface PageSignIn {
  /** The host of the provider, which is shown as its name. */
  readonly provider: string;
  readonly isSignedIn: boolean;
  /**
   * The mark by which the server distinguishes people who have signed in; `''` without a sign-in.
   */
  readonly person: string;
}

/** The settings that the page requests from its server when it starts. */
export interface PageConfig {
  /** `one` if the page is for a single agent, `many` if any agent can be opened by its address. */
  readonly mode: 'one' | 'many';
  readonly agents: readonly ListedAgent[];
  /** The provider where people sign in; absent if they enter a token or key in the page instead. */
  readonly signIn?: PageSignIn;
  /** The address of the console for operators; absent if there is none. */
  readonly consoleUrl?: string;
}

/**
 * The services that all parts of the page use, such as the browser's storage and the calls of
 * agents.
 */
export interface PageServices {
  readonly loadConfig: () => Promise<PageConfig>;
  /**
   * Returns the provider where people sign in; `undefined` if there is none or the settings are not
   * loaded yet.
   */
  readonly signIn: () => PageSignIn | undefined;
  /** True once the page is known to be for a single agent. */
  readonly isForOne: () => boolean;
  /** Returns the address of the console for operators; `undefined` if there is none. */
  readonly consoleUrl: () => string | undefined;
  /** Makes the source through which the page calls an agent with its current credentials. */
  readonly openSource: (agent: string) => AgentSource;
  readonly store: KeyValueStore;
  readonly credentials: CredentialStore;
}

/** The React context with the services of the page. */
export const ServicesContext = createContext<PageServices | undefined>(undefined);

/** Returns the services of the page. @throws Error if it is called outside of the page. */
export function useServices(): PageServices {
  const services = useContext(ServicesContext);
  if (services === undefined) throw new Error('Cannot draw this outside of the page');
  return services;
}
