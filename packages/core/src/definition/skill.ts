import type { FileLimits } from '../media-type/judge-files.ts';
import type { NamedSchema, Json, DefinitionIssue } from '@formwork/schema';
import type { TaskContext } from '../task-context.ts';
import type { RunPolicy } from './run-policy.ts';
import type { SkillAccess } from './skill-access.ts';

/** Argument of a structured handler where the types of the skill are not known. */
export interface StructuredCall {
  /** The name of the input schema; decides the shape of `input` for skills with several. */
  readonly schema: string;
  /** The data as the library made it, or as it came when the schema is plain JSON Schema. */
  readonly input: unknown;
  readonly task: TaskContext;
}

/** Argument of a text handler. */
export interface TextHandlerCall {
  readonly text: string;
  readonly task: TaskContext;
}

/** How a skill is run. */
export interface SkillLimits extends RunPolicy {
  /**
   * How many tasks of this skill run at once in one process; the others wait, in the order of their
   * creation, as `submitted`. Tasks of other skills overtake them. Default: no limit but that of
   * the runner.
   */
  readonly concurrency?: number;
}

/**
 * A defined skill without its types: what the runtime, the card and the bridge work with.
 * Made by `defineSkill` only.
 */
export interface AnySkill extends SkillLimits, SkillAccess {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly inputs: ReadonlyMap<string, NamedSchema>;
  readonly outputs: ReadonlyMap<string, NamedSchema>;
  /** Media types of the files it takes; absent when it takes any. */
  readonly files?: readonly string[];
  /** Limits of these files; absent when there are none of the skill's own. */
  readonly fileLimits?: FileLimits;
  /** As the card shows them: text, or JSON as text. */
  readonly examples: readonly string[];
  /** One valid example per input schema, as far as examples were given. */
  readonly exampleData: ReadonlyMap<string, Json>;
  /** Everything found wrong or doubtful; `defineAgent` throws if there are errors. */
  readonly issues: readonly DefinitionIssue[];
  /** The title of a task on this input; `undefined` when the skill gives none. */
  title(schema: string, input: unknown): string | undefined;
  /** Absent for text-only skills. */
  readonly run?: (call: StructuredCall) => unknown;
  readonly text?: (call: TextHandlerCall) => unknown;
  /** How `text` answers; absent means `task`. */
  readonly textAnswer?: 'task' | 'message';
}
