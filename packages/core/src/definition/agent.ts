import type { NamedSchema, DefinitionIssue } from '@formwork/schema';
import type { RunPolicy } from './run-policy.ts';
import type { AnySkill, TextHandlerCall } from './skill.ts';

/** The organization that offers an agent. */
export interface AgentProvider {
  readonly organization: string;
  readonly url: string;
}

/**
 * Definition of an agent. `timeoutMs` and `retry` hold for the agent's own text handler and for
 * skills that do not have their own.
 */
export interface AgentDefinition<
  Skills extends readonly AnySkill[] = readonly AnySkill[],
> extends RunPolicy {
  readonly name: string;
  /** One or two sentences for people and models. Default: the names of the skills. */
  readonly description?: string;
  /** The agent's own version, such as `1.0.0`. */
  readonly version: string;
  readonly skills: Skills;
  readonly provider?: AgentProvider;
  readonly documentationUrl?: string;
  readonly iconUrl?: string;
  /**
   * Answers text that is no structured input. Default: the only skill that handles text, else a
   * message that says what the agent can do and which schemas it takes.
   */
  readonly text?: (call: TextHandlerCall) => string | Promise<string>;
  /**
   * How `text` answers: with a task, or with a message alone, as a skill's `textAnswer` says.
   * Default `task`.
   */
  readonly textAnswer?: 'task' | 'message';
  /** Modes that the card gives for the agent as a whole. Default `["text/plain"]`. */
  readonly defaultInputModes?: readonly string[];
  /** Default `["text/plain"]`. */
  readonly defaultOutputModes?: readonly string[];
}

/**
 * A defined agent: checked, compiled, ready to be served. Made by `defineAgent` only.
 *
 * `Skills` are its skills with their types, for clients that infer theirs from `typeof agent`.
 */
export interface Agent<Skills extends readonly AnySkill[] = readonly AnySkill[]> extends RunPolicy {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly skills: Skills;
  readonly provider?: AgentProvider;
  readonly documentationUrl?: string;
  readonly iconUrl?: string;
  readonly text?: (call: TextHandlerCall) => string | Promise<string>;
  readonly textAnswer?: 'task' | 'message';
  readonly defaultInputModes: readonly string[];
  readonly defaultOutputModes: readonly string[];
  /** Every named schema, as the card's `schemas` has them, in the order of declaration. */
  readonly schemas: ReadonlyMap<string, NamedSchema>;
  /** The schemas that can start a task. */
  readonly inputSchemas: ReadonlyMap<string, NamedSchema>;
  /** Doubtful but allowed, such as a pattern that can be slow. */
  readonly warnings: readonly DefinitionIssue[];
}
