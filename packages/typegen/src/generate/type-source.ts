import type { SchemaDocument } from '../prepare/schema-document.ts';
import type { TypeRoot } from '../prepare/prepare-types.ts';

/** A skill, as far as types need it. */
export interface SourceSkill {
  readonly id: string;
  readonly description?: string;
  /** Names of schemas. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** An agent, as far as types need it. */
export interface SourceAgent {
  readonly name: string;
  readonly description?: string;
  readonly skills: readonly SourceSkill[];
  /** Where the agent can be called; `undefined` when that is not known. */
  readonly url?: string;
}

/** What types are made from, whatever it came from. Made by the `read*` functions. */
export interface TypeSource {
  /** Where it came from, for the comment at the top of the module. */
  readonly origin: string;
  readonly documents: readonly SchemaDocument[];
  /** The schemas to make types of; for an agent, its named schemas, by their names. */
  readonly roots: readonly TypeRoot[];
  /** There for agents only. */
  readonly agent?: SourceAgent;
  /** True if nobody vouches for it: the stricter limits are the default. */
  readonly remote: boolean;
}
