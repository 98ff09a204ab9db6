import type { NamedSchema, Json, DefinitionIssue } from '@formwork/schema';
import type { FileLimits } from '../media-type/judge-files.ts';
import type { TaskContext } from '../task-context.ts';
import type { RunPolicy } from './run-policy.ts';
import type { SkillAccess } from './skill-access.ts';
import type { PublicForm } from './skill-publication.ts';
import type { TextAnswerChoice } from './text-answer.ts';

/** The argument of the handler `run` where the types of the skill are not known. */
export interface StructuredCall {
  /** The name of the input schema, which decides the shape of `input` for skills with several. */
  readonly schema: string;
  /**
   * The input as the schema's library transformed it, or as it came when the schema is plain JSON
   * Schema.
   */
  readonly input: unknown;
  readonly task: TaskContext;
}

/** The argument of the handler `text` where the types of the skill are not known. */
export interface TextHandlerCall {
  readonly text: string;
  readonly task: TaskContext;
  /** The skill whose handler this is; absent for the agent's own handler. */
  readonly skill?: AnySkill;
}

/** The limits on runs of a skill: time, attempts, and tasks at once. */
export interface SkillLimits extends RunPolicy {
  /**
   * The largest number of this skill's tasks that run at once in one process; further tasks wait as
   * `submitted`, in the order of their creation, and tasks of other skills may overtake them.
   * Default: only the runner's limit.
   */
  readonly concurrency?: number;
}

/**
 * A skill that has been defined, without its types: the form that the runtime, the card and the MCP
 * bridge work with. Only `defineSkill` makes skills.
 */
export interface AnySkill extends SkillLimits, SkillAccess {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** The icon of the skill: an emoji, or the `data:` URL of a picture; absent when it has none. */
  readonly icon?: string;
  readonly inputs: ReadonlyMap<string, NamedSchema>;
  readonly outputs: ReadonlyMap<string, NamedSchema>;
  /** The media types of the files that the skill takes; absent when it takes any. */
  readonly files?: readonly string[];
  /** The limits on the files that the skill takes; absent when it has none of its own. */
  readonly fileLimits?: FileLimits;
  /** The texts of the skill's public form; absent if only callers of the agent may submit it. */
  readonly publicForm?: PublicForm;
  /** The examples of the skill as the card shows them: text, or JSON as text. */
  readonly examples: readonly string[];
  /** One valid example for each input schema that has any. */
  readonly exampleData: ReadonlyMap<string, Json>;
  /**
   * Everything found wrong or doubtful in the skill's definition; `defineAgent` throws if there are
   * errors.
   */
  readonly issues: readonly DefinitionIssue[];
  /** Returns the title of a task with this input; `undefined` when the skill gives none. */
  title(schema: string, input: unknown): string | undefined;
  /** The handler for structured input; absent for text-only skills. */
  readonly run?: (call: StructuredCall) => unknown;
  readonly text?: (call: TextHandlerCall) => unknown;
  /** How text is answered: by a task, by a message alone, or by choice; absent means `task`. */
  readonly textAnswer?: TextAnswerChoice;
}
