import type { FileLimits } from '@formwork/core';
import type { Json, JsonSchema } from '@formwork/schema';
import type { Wrapper } from '../schema/project-input.ts';

/** The effect of calling a tool. */
export type ToolTarget =
  /** Calls a skill with data. */
  | {
      readonly kind: 'skill';
      readonly skillId: string;
      /** Name of the schema of the input. */
      readonly schema: string;
      /** True if the skill takes several, so that the input must name one. */
      readonly isOneOfSeveral: boolean;
      readonly wrapper: Wrapper | undefined;
      /** Media types of the files that it takes as an argument beside the input. */
      readonly fileTypes: readonly string[];
      readonly fileLimits: FileLimits;
    }
  /** Calls a skill with text. */
  | {
      readonly kind: 'text';
      readonly skillId: string;
      readonly fileTypes: readonly string[];
      readonly fileLimits: FileLimits;
    }
  /** Sends text to the agent, whichever skill it takes it for. */
  | { readonly kind: 'ask' };

/** Whether a tool promises the skill's own result, or {@link ENVELOPE_SCHEMA}. */
type ResultMode = 'natural' | 'envelope';

/** A tool as MCP lists it. */
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
  readonly _meta: { readonly [key: string]: Json };
}

/**
 * An entry of the list for hosts: a tool, or a word in the place of one that is withheld. That promises no result:
 * hosts would hold the result of the tool to it that is accepted later.
 */
export type ListedTool = Omit<ToolDefinition, 'outputSchema'> &
  Partial<Pick<ToolDefinition, 'outputSchema'>>;

/** A tool and what it does. */
export interface BridgeTool {
  readonly alias: string;
  readonly definition: ToolDefinition;
  readonly target: ToolTarget;
  readonly results: ResultMode;
}

/** A skill, or a schema of one, that did not become a tool. */
export interface QuarantinedSkill {
  readonly alias: string;
  readonly skillId: string;
  /** `''` if it is about the skill as a whole. */
  readonly schema: string;
  /** For the operator. */
  readonly reasons: readonly string[];
}

/** The tools that an agent becomes. */
export interface AgentTools {
  readonly tools: readonly BridgeTool[];
  readonly quarantined: readonly QuarantinedSkill[];
  /** Doubts, for the operator. */
  readonly warnings: readonly string[];
}
