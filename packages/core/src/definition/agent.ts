import type { NamedSchema, DefinitionIssue } from '@formwork/schema';
import type { RunPolicy } from './run-policy.ts';
import type { AnySkill, TextHandlerCall } from './skill.ts';
import type { TextAnswerChoice } from './text-answer.ts';

/** The organization that offers an agent. */
export interface AgentProvider {
  readonly organization: string;
  readonly url: string;
}

/**
 * The definition of an agent. `timeoutMs` and `retry` hold for the agent's own text handler and for
 * skills that do not have their own.
 */
export interface AgentDefinition<
  Skills extends readonly AnySkill[] = readonly AnySkill[],
> extends RunPolicy {
  readonly name: string;
  /**
   * A description of the agent in one or two sentences for people and models. Default: the names of
   * the skills.
   */
  readonly description?: string;
  /** The version of the agent itself, such as `1.0.0`. */
  readonly version: string;
  readonly skills: Skills;
  readonly provider?: AgentProvider;
  readonly documentationUrl?: string;
  /**
   * The icon of the agent, as that of a skill. The card shows it as `iconUrl`, an emoji as a
   * picture. Default: none.
   */
  readonly icon?: string;
  /** The URL of the agent's icon on the card. Default: `icon`. Pages load no pictures from elsewhere. */
  readonly iconUrl?: string;
  /**
   * A handler that answers text that is not structured input. Default: the only skill that handles
   * text, else a message that says what the agent can do and which schemas it takes.
   */
  readonly text?: (call: TextHandlerCall) => string | Promise<string>;
  /**
   * The way `text` answers: with a task, or with a message alone, or by choice, as for a skill's `textAnswer`.
   * Default `task`.
   */
  readonly textAnswer?: TextAnswerChoice;
  /** The input modes that the card gives for the agent as a whole. Default `["text/plain"]`. */
  readonly defaultInputModes?: readonly string[];
  /** The output modes that the card gives for the agent as a whole. Default `["text/plain"]`. */
  readonly defaultOutputModes?: readonly string[];
}

/**
 * An agent that has been defined: checked, compiled, and ready to be served. Only `defineAgent`
 * makes agents.
 *
 * `Skills` are its skills with their types, for clients that infer types from `typeof agent`.
 */
export interface Agent<Skills extends readonly AnySkill[] = readonly AnySkill[]> extends RunPolicy {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly skills: Skills;
  readonly provider?: AgentProvider;
  readonly documentationUrl?: string;
  readonly icon?: string;
  readonly iconUrl?: string;
  readonly text?: (call: TextHandlerCall) => string | Promise<string>;
  readonly textAnswer?: TextAnswerChoice;
  readonly defaultInputModes: readonly string[];
  readonly defaultOutputModes: readonly string[];
  /**
   * The named schemas of the agent in the order of declaration, as `schemas` of the card shows
   * them.
   */
  readonly schemas: ReadonlyMap<string, NamedSchema>;
  /** The named schemas of inputs, which can start a task. */
  readonly inputSchemas: ReadonlyMap<string, NamedSchema>;
  /** The doubtful but allowed parts of the definition, such as a pattern that can be slow. */
  readonly warnings: readonly DefinitionIssue[];
}
