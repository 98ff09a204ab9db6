import type { FileLimits } from '@formwork/core';
import type { Json, JsonSchema } from '@formwork/schema';
import type { Wrapper } from '../schema/project-input.ts';

/**
 * The effect of calling a tool: a skill called with data, a skill called with text, or text for the
 * agent.
 */
export type ToolTarget =
  /** A call of a skill with data. */
  | {
      readonly kind: 'skill';
      readonly skillId: string;
      /** The name of the input's schema. */
      readonly schema: string;
      /** True if the skill takes several schemas, so that the message must name one. */
      readonly isOneOfSeveral: boolean;
      readonly wrapper: Wrapper | undefined;
      /** The media types of the files that the tool takes as an argument beside the input. */
      readonly fileTypes: readonly string[];
      readonly fileLimits: FileLimits;
    }
  /** A call of a skill with text. */
  | {
      readonly kind: 'text';
      readonly skillId: string;
      readonly fileTypes: readonly string[];
      readonly fileLimits: FileLimits;
    }
  /** Text for the agent, which chooses the skill itself. */
  | { readonly kind: 'ask' };

/** The kind of result that a tool promises: the skill's own, or an envelope around it. */
type ResultMode = 'natural' | 'envelope';

/** A tool as hosts see it in the list of tools of MCP. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** The icon of the skill, which hosts draw beside the tool; absent if the card has none. */
  readonly icons?: readonly { readonly src: string; readonly mimeType: string }[];
  readonly _meta: { readonly [key: string]: Json };
}

/**
 * An entry in a host's list of tools: a tool, or a placeholder for one that is withheld. A
 * placeholder promises no output schema, because hosts would later apply it to the results of the
 * accepted tool.
 */
export type ListedTool = Omit<ToolDefinition, 'outputSchema'> &
  Partial<Pick<ToolDefinition, 'outputSchema'>>;

/** A tool with its effect, its schemas and its kind of result. */
export interface BridgeTool {
  readonly alias: string;
  readonly definition: ToolDefinition;
  readonly target: ToolTarget;
  readonly results: ResultMode;
}

/** A skill, or one schema of a skill, that did not become a tool. */
export interface QuarantinedSkill {
  readonly alias: string;
  readonly skillId: string;
  /** The name of the schema; `''` if the reasons concern the whole skill. */
  readonly schema: string;
  /** The reasons, written for the operator. */
  readonly reasons: readonly string[];
}

/** The tools made from an agent, with what was left out and why. */
export interface AgentTools {
  readonly tools: readonly BridgeTool[];
  readonly quarantined: readonly QuarantinedSkill[];
  /** Warnings for the operator, such as of tools whose texts read like orders to the model. */
  readonly warnings: readonly string[];
}
