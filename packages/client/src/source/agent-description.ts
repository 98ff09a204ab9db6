import type { FileLimits, Json, JsonSchema, SchemaIssue } from '@formwork/core';

/** A named schema as data: usable, or refused with the reasons. */
export type DescribedSchema =
  | {
      readonly kind: 'usable';
      readonly name: string;
      /** Vetted, as the agent wrote it. */
      readonly schema: JsonSchema;
      readonly fingerprint: string;
    }
  | { readonly kind: 'refused'; readonly name: string; readonly issues: readonly SchemaIssue[] };

/** Something to try a skill with. */
export type DescribedExample =
  | { readonly kind: 'input'; readonly schema: string; readonly data: Json }
  | { readonly kind: 'text'; readonly text: string };

/** A skill of an agent as data. */
export interface DescribedSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples: readonly DescribedExample[];
  readonly inputs: readonly DescribedSchema[];
  readonly outputs: readonly DescribedSchema[];
  /** Media types of the files that it takes, such as `image/*`; empty if the card tells of none. */
  readonly fileTypes: readonly string[];
  /** Limits of these files; absent if the card tells of none. */
  readonly fileLimits?: FileLimits;
  /** True if the skill, or the agent for all its skills, takes `text/plain`. */
  readonly takesText: boolean;
}

/** A way to say who calls, of those that the card names. */
export type DescribedCredential =
  | { readonly kind: 'bearer'; readonly scheme: string; readonly description: string }
  | {
      readonly kind: 'api-key';
      readonly scheme: string;
      readonly description: string;
      /** Of the header; keys in queries and cookies are `other`. */
      readonly header: string;
    }
  | { readonly kind: 'other'; readonly scheme: string; readonly description: string };

/** An agent as data: nothing of it was checked but its schemas. All texts are the agent's. */
export interface AgentDescription {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** Of the card, such as `https://agents.example`. */
  readonly origin: string;
  /** Of the door that is used. */
  readonly url: string;
  readonly binding: string;
  readonly protocolVersion: string;
  readonly provider: string;
  /** What is doubtful about the card. */
  readonly warnings: readonly string[];
  readonly credentials: readonly DescribedCredential[];
  readonly skills: readonly DescribedSkill[];
}
