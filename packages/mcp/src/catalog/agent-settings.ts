import type { ConnectOptions } from '@formwork/client';

/** Facts about an agent's tools that an operator vouches for; the card only claims them. Default: the worst. */
export interface ToolHints {
  /** True if no call changes anything. */
  readonly readOnly?: boolean;
  /** False if calls only add, and destroy nothing. */
  readonly destructive?: boolean;
  /** True if the same call again changes nothing more. */
  readonly idempotent?: boolean;
}

/** An agent whose skills become tools. */
export interface AgentSettings {
  /**
   * The prefix of its tools: letters, digits and `-`, at most 20, unlike that of any other
   * agent. The operator's choice, so that no card takes the name of another agent. Not `a2a`.
   */
  readonly alias: string;
  /**
   * False leaves the alias out of the names of its tools, for a bridge that has no other agent.
   * Default true.
   */
  readonly prefix?: boolean;
  /** The agent's address, or a function that gives it when it is needed. */
  readonly url: string | (() => string);
  /**
   * `any`: the operator has named the agent and vouches for its origin, wherever that leads, and for
   * those of `trustedOrigins`. `public`: nobody does, as for agents of a list that others write; it is
   * called over https only, and at addresses of the public internet only. Default `any`.
   *
   * Nothing of an agent is ever looked for at another origin.
   */
  readonly addresses?: 'any' | 'public';
  /**
   * How it is reached: headers with credentials, limits. A `fetch` of yours sends what may be sent,
   * and has to check addresses itself.
   */
  readonly connect?: Omit<ConnectOptions, 'signal'>;
  /** Ids of the skills that become tools; `*` stands for any characters. Default all. */
  readonly allow?: readonly string[];
  /** Ids of skills that do not, also if they are allowed. Default none. */
  readonly deny?: readonly string[];
  /**
   * How many of its skills become tools at most, in the order of the card; those beyond are told as
   * left out. Default 200, at most 10,000.
   */
  readonly maxSkills?: number;
  /** False leaves out the tool that takes text for the agent. Default true. */
  readonly ask?: boolean;
  /** Default: nothing that the card says about its harmlessness is believed. */
  readonly hints?: ToolHints;
  /**
   * Hosts that a person may be sent to for a sign-in or a consent, such as `login.example.com`.
   * Default none: the address is only told.
   */
  readonly authorizationHosts?: readonly string[];
  /**
   * `natural`: a tool whose skill promises exactly one schema promises the same. `envelope`: every
   * tool promises the envelope, which also carries questions and what is not done yet. Default
   * `natural`.
   */
  readonly results?: 'natural' | 'envelope';
}
