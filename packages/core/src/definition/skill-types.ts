import type { SkillAccess } from './skill-access.ts';
import type { AnySkill, SkillLimits } from './skill.ts';
import type { FileLimits } from '../media-type/judge-files.ts';
import type { TaskContext } from '../task-context.ts';
import type { Exact } from '../types/exact.ts';
import type { InferInput, InferResult, InferWireInput, SchemaMap } from '@formwork/schema';
import type { InferResultNames } from '@formwork/schema/internal';

/** A value, or the promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/** Files that a skill takes, with limits. */
export interface FilesDefinition extends FileLimits {
  /** Media types and ranges. */
  readonly types: readonly string[];
}

/**
 * The input of a skill as its handler gets it: the data when there is one input schema,
 * `{ schema, data }` with the name of the schema when there are several, else `undefined`.
 */
export type SkillInput<I extends SchemaMap | undefined> =
  HasNames<I> extends true ? OneOrTagged<{ [Name in keyof I]: InferInput<I[Name]> }> : undefined;

/**
 * An example of what callers send: data as in {@link SkillInput}, before defaults and
 * transformations, or text: JSON, or words for a skill that handles text.
 */
export type SkillExample<I extends SchemaMap | undefined> =
  HasNames<I> extends true
    ? string | OneOrTagged<{ [Name in keyof I]: InferWireInput<I[Name]> }>
    : string;

/**
 * Result of a handler: the data when there is one output schema, `{ schema, data }` with the name
 * of the schema when there are several, else text or nothing.
 */
export type SkillResult<O extends SchemaMap | undefined> =
  HasNames<O> extends true
    ? OneOrTagged<{ [Name in keyof O]: InferResult<O[Name]> }>
    : string | void;

/** The names that a result may have: those of {@link SkillResult}, and any where it says so. */
type SkillNames<O extends SchemaMap | undefined> =
  HasNames<O> extends true
    ? OneOrTagged<{ [Name in keyof O]: InferResultNames<O[Name]> }>
    : string | void;

type HasNames<Schemas> = [Schemas] extends [SchemaMap]
  ? [keyof Schemas] extends [never]
    ? false
    : true
  : false;

/** Names that are unknown at compile time leave the data unknown. */
type OneOrTagged<Data, Name extends keyof Data = keyof Data> = string extends keyof Data
  ? unknown
  : Name extends unknown
    ? [Exclude<keyof Data, Name>] extends [never]
      ? Data[Name]
      : { readonly schema: Name; readonly data: Data[Name] }
    : never;

/** Argument of `run`. */
export interface RunCall<Input> {
  /** Valid data, as the schema's library made it or as it came when the schema is plain. */
  readonly input: Input;
  readonly task: TaskContext;
}

/** Argument of `run` for a skill with these input schemas. */
export type SkillCall<I extends SchemaMap | undefined> = RunCall<SkillInput<I>>;

/** Argument of `text`. */
export interface TextCall {
  /** The text that the caller wrote. */
  readonly text: string;
  readonly task: TaskContext;
}

/** The type of `run`. */
export type RunHandler<Input, Result> = (call: RunCall<Input>) => MaybePromise<Result>;

/** The type of `text`. */
export type TextHandler<Result> = (call: TextCall) => MaybePromise<string | Result>;

// Conditional, so that the compiler works out input and result before it looks at a handler:
// literals in returned values keep their types, and messages show data instead of schemas.

type RunHandlerOf<Input, Result, O extends SchemaMap, Returned> = [Input, Result] extends [
  infer Known,
  infer Promised,
]
  ? (call: RunCall<Known>) => MaybePromise<Returning<Returned, Promised, O>>
  : never;

type TextHandlerOf<Result, O extends SchemaMap, Answered> = [Result] extends [infer Promised]
  ? (call: TextCall) => MaybePromise<string | Returning<Answered, Promised, O>>
  : never;

/**
 * Checks the value that a handler returns for names that the output does not have. The compiler
 * looks for such names only where a literal has a declared type; the result of a callback has none.
 * A name that the output does not have gets a value that says so.
 */
type Returning<Returned, Result, O extends SchemaMap> = unknown extends Result
  ? Result
  : [Returned] extends [never]
    ? // Here the compiler learns what is returned; a handler that only throws returns nothing.
      Result | Returned
    : [Returned] extends [Exact<Returned, Result>]
      ? Result
      : // Names that are invited without being known: they are looked at only where it matters.
        [Returned] extends [Exact<Returned, SkillNames<O>>]
        ? Result
        : Exact<Returned, SkillNames<O>>;

/** How the text handler of a skill answers. */
interface TextAnswering {
  /**
   * The answer to a caller's text: a task that ends with the result of `text`, or that result as a
   * message alone (A2A 1.0 section 3.1.1). A message suits an answer that is ready at once, because
   * its caller waits for it and has no task to look at, to cancel or to be notified of.
   * Its handler must not ask, authorize, conclude or send artifacts. Default `task`.
   */
  readonly textAnswer?: 'task' | 'message';
}

/** Fields that every definition of a skill can have. */
export interface SkillDescription<
  I extends SchemaMap,
  O extends SchemaMap,
  Id extends string = string,
>
  extends SkillLimits, SkillAccess {
  /** Unique within the agent: 1 to 64 letters, digits, `_`, `.` or `-`. */
  readonly id: Id;
  /** Shown to people. */
  readonly name: string;
  /** Says what the skill does and when to use it, for people and language models. */
  readonly description: string;
  /** Topics by which the skill is found; may be empty. */
  readonly tags: readonly string[];
  /**
   * The schemas of what callers may send, by name; they need `run`. Default: none, the skill takes
   * text.
   */
  readonly input?: I;
  /**
   * The schemas of what the skill returns, by name. Default: none, the skill returns text or
   * nothing.
   */
  readonly output?: O;
  /**
   * The media types of files that messages may contain, such as `image/png` or `image/*`, shown on
   * the card as input modes. Other files are refused before there is a task; `[]` takes none.
   * Handlers read them as `task.files`. An object adds limits, which the card shows as well.
   * Default: the card says nothing about files, and any file is accepted.
   */
  readonly files?: readonly string[] | FilesDefinition;
  /**
   * Inputs that callers can send, shown on the card. Checked against the input schemas when the
   * agent is defined. Default: none.
   */
  readonly examples?: readonly SkillExample<I>[];
  /**
   * Title of a task of this skill in lists, fixed or made of its input. Must not contain secrets.
   * Default: the skill's name.
   */
  readonly title?: string | ((input: SkillInput<I>) => string);
}

/** The handlers of a skill that takes structured input. */
export interface StructuredHandlers<
  I extends SchemaMap,
  O extends SchemaMap,
  Returned = never,
  Answered = never,
> extends TextAnswering {
  /**
   * Does the work on input that is known to be valid.
   *
   * It MUST honour `task.signal`: stop soon after it is aborted. It may be called more than once
   * for one task, because a run that was lost with its process is repeated (`task.attempt` counts),
   * so effects outside of the task MUST be safe to repeat. Its result is checked against the output
   * schema on the wire. An error fails the task; the error's message is hidden from the caller
   * unless it is a `PublicError`.
   */
  readonly run: RunHandlerOf<SkillInput<I>, SkillResult<O>, O, Returned>;
  /**
   * Answers text that is no structured input; the contract is that of `run`. Literals in the
   * returned value keep their types only if `text` declares its parameter. Default: the agent
   * answers with the schemas that it takes.
   */
  readonly text?: TextHandlerOf<SkillResult<O>, O, Answered>;
}

/**
 * A type that no function fits: a skill without `input` has no `run`.
 *
 * The compiler reads a `run` without a parameter before it knows the schemas, and takes the skill
 * for one of text until then. The signature makes it keep the literals that are returned, such as
 * the name of a schema; whether they are right is checked when the schemas are known.
 */
interface NeedsInput {
  (call: RunCall<undefined>): MaybePromise<Literals>;
  readonly input: never;
}

/** A place for literals of any kind, at any depth. */
type Literals =
  | ''
  | 0
  | true
  | { readonly [name: string]: Literals }
  | readonly Literals[]
  | null
  | undefined;

/** The handler of a skill that takes text only. */
export interface TextOnlyHandlers<O extends SchemaMap, Answered = never> extends TextAnswering {
  readonly run?: NeedsInput;
  /**
   * Answers text; the contract is that of {@link StructuredHandlers.run}. Literals in the returned
   * value keep their types only if `text` declares its parameter.
   */
  readonly text: TextHandlerOf<SkillResult<O>, O, Answered>;
}

/** Definition of a skill: `input` with `run`, or `text`, or all three. */
export type SkillDefinition<
  I extends SchemaMap,
  O extends SchemaMap,
  Id extends string = string,
  Returned = never,
  Answered = never,
> = SkillDescription<I, O, Id> &
  (HasNames<I> extends true
    ? StructuredHandlers<I, O, Returned, Answered>
    : TextOnlyHandlers<O, Answered>);

/** A defined skill with its types. Made by `defineSkill` only. */
export interface Skill<
  I extends SchemaMap,
  O extends SchemaMap,
  Id extends string = string,
> extends AnySkill {
  readonly id: Id;
  /** The definition as given; clients and tests infer their types from it. */
  readonly definition: SkillDefinition<I, O, Id>;
}
