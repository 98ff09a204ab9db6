import type { InferInput, InferResult, InferWireInput, SchemaMap } from '@formwork/schema';
import type { InferResultNames } from '@formwork/schema/internal';
import type { FileLimits } from '../media-type/judge-files.ts';
import type { TaskContext } from '../task-context.ts';
import type { SkillAccess } from './skill-access.ts';
import type { SkillPublication } from './skill-publication.ts';
import type { AnySkill, SkillLimits } from './skill.ts';
import type { TextAnswerChoice } from './text-answer.ts';

/** A value, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>;

/** The files that a skill takes: their types, and limits on number and size. */
export interface FilesDefinition extends FileLimits {
  /** The media types that the skill takes, such as `image/png`, and ranges such as `image/*`. */
  readonly types: readonly string[];
}

/**
 * The type of a skill's input as its handler gets it: the data when there is one input schema, `{
 * schema, data }` with the name of the schema when there are several, else `undefined`.
 */
export type SkillInput<I extends SchemaMap | undefined> =
  HasNames<I> extends true ? OneOrTagged<{ [Name in keyof I]: InferInput<I[Name]> }> : undefined;

/**
 * The type of an example in a skill's definition: data that a caller may send, before defaults and
 * transformations, or text, which is JSON or words for a skill that handles text.
 */
export type SkillExample<I extends SchemaMap | undefined> =
  HasNames<I> extends true
    ? string | OneOrTagged<{ [Name in keyof I]: InferWireInput<I[Name]> }>
    : string;

/**
 * The type of a handler's result: the data when there is one output schema, `{ schema, data }` with
 * the name of the schema when there are several, else text or nothing.
 */
export type SkillResult<O extends SchemaMap | undefined> =
  HasNames<O> extends true
    ? OneOrTagged<{ [Name in keyof O]: InferResult<O[Name]> }>
    : string | void;

/**
 * The type of a handler's result as {@link SkillResult}, with any name allowed where the schema
 * says that there may be further properties.
 */
type SkillNames<O extends SchemaMap | undefined> =
  HasNames<O> extends true
    ? OneOrTagged<{ [Name in keyof O]: InferResultNames<O[Name]> }>
    : string | void;

type HasNames<Schemas> = [Schemas] extends [SchemaMap]
  ? [keyof Schemas] extends [never]
    ? false
    : true
  : false;

/**
 * The data of the only schema, or `{ schema, data }` of one of several; `unknown` if the names are
 * not known when the code is compiled.
 */
type OneOrTagged<Data, Name extends keyof Data = keyof Data> = string extends keyof Data
  ? unknown
  : Name extends unknown
    ? [Exclude<keyof Data, Name>] extends [never]
      ? Data[Name]
      : { readonly schema: Name; readonly data: Data[Name] }
    : never;

/** The argument of the handler `run`: the input and the task. */
export interface RunCall<Input> {
  /**
   * The valid input, as the schema's library transformed it, or as it came when the schema is plain
   * JSON Schema.
   */
  readonly input: Input;
  readonly task: TaskContext;
}

/** The argument of the handler `run` of a skill with these input schemas. */
export type SkillCall<I extends SchemaMap | undefined> = RunCall<SkillInput<I>>;

/** The argument of the handler `text`: the caller's text and the task. */
export interface TextCall {
  /** The text that the caller sent. */
  readonly text: string;
  readonly task: TaskContext;
  /**
   * The skill whose handler this is, so that a handler can turn text into input for `skill.run`;
   * absent for the agent's own handler.
   */
  readonly skill?: AnySkill;
}

/** The type of the handler `run`. */
export type RunHandler<Input, Result> = (call: RunCall<Input>) => MaybePromise<Result>;

/** The type of the handler `text`. */
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
 * Checks the type that a handler returns for names that the output schema does not declare, because
 * the compiler does not check them in the result of a callback. The value under an undeclared name
 * gets a type that says so.
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

/** The field of a definition that says how its text handler answers. */
interface TextAnswering {
  /**
   * The form of the answer to a caller's text: a `task` that ends with the result of `text`, or
   * that result alone as a `message` (A2A 1.0 section 3.1.1). A message suits an answer that is
   * ready at once, because its caller waits for it, and gets no task to read, cancel or be notified
   * of. The handler of a message must not ask, authorize, conclude or send artifacts. A function
   * chooses for each text, before `text` runs. Default `task`.
   */
  readonly textAnswer?: TextAnswerChoice;
}

/** The fields that every definition of a skill can have. */
export interface SkillDescription<
  I extends SchemaMap,
  O extends SchemaMap,
  Id extends string = string,
>
  extends SkillLimits, SkillAccess {
  /** The id of the skill, unique within the agent: 1 to 64 letters, digits, `_`, `.` or `-`. */
  readonly id: Id;
  /** The name of the skill, shown to people. */
  readonly name: string;
  /** A description of what the skill does and when to use it, for people and language models. */
  readonly description: string;
  /** The topics by which the skill is found; may be empty. */
  readonly tags: readonly string[];
  /**
   * The icon of the skill on pages: one emoji, or a `data:` URL of a PNG or of an SVG of plain
   * shapes, with at most 8,192 characters. Default: pages show the first letter of the name.
   */
  readonly icon?: string;
  /**
   * The schemas of the skill's input by name; they need the handler `run`. Default: none, the skill
   * takes text.
   */
  readonly input?: I;
  /**
   * The schemas of the skill's result by name. Default: none, the skill returns text or nothing.
   */
  readonly output?: O;
  /**
   * The media types of files that messages to the skill may contain, such as `image/png` or
   * `image/*`, shown on the card as input modes. Other files are refused before there is a task;
   * `[]` takes none. Handlers read them as `task.files`. An object adds limits, which the card
   * shows as well. Default: the card says nothing about files, and any file is accepted.
   */
  readonly files?: readonly string[] | FilesDefinition;
  /**
   * The ways in which the skill is open to people without an account, such as `{ form: true }`.
   * Default: only callers of the agent may use it.
   */
  readonly publish?: SkillPublication;
  /**
   * Examples of the skill's input, shown on the card and checked against the input schemas when the
   * agent is defined. Default: none.
   */
  readonly examples?: readonly SkillExample<I>[];
  /**
   * The title of a task of this skill in lists, fixed or made from its input. It MUST NOT contain
   * secrets. Default: the skill's name.
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
   * The handler that does the skill's work, on input that is known to be valid.
   *
   * It MUST honour `task.signal`: stop soon after it is aborted. It may be called more than once
   * for one task, because a run that was lost with its process is repeated (`task.attempt` counts),
   * so effects outside of the task MUST be safe to repeat. Its result is checked against the output
   * schema on the wire. An error fails the task; the error's message is hidden from the caller
   * unless it is a `PublicError`.
   */
  readonly run: RunHandlerOf<SkillInput<I>, SkillResult<O>, O, Returned>;
  /**
   * The handler that answers text which is not structured input; the contract is that of `run`.
   * Literals in the returned value keep their types only if `text` declares its parameter. Default:
   * the agent answers with the schemas that it takes.
   */
  readonly text?: TextHandlerOf<SkillResult<O>, O, Answered>;
}

/**
 * A type that no function fits, so that a skill without `input` cannot have a `run`.
 *
 * The compiler reads a `run` without a parameter before it knows the schemas, and takes the skill
 * for one of text until then. The signature makes it keep the literals that are returned, such as
 * the name of a schema; whether they are right is checked when the schemas are known.
 */
interface NeedsInput {
  (call: RunCall<undefined>): MaybePromise<Literals>;
  readonly input: never;
}

/** A type that keeps literals of any kind at any depth of a returned value. */
type Literals =
  | ''
  | 0
  | true
  | { readonly [name: string]: Literals }
  | readonly Literals[]
  | null
  | undefined;

/** The handler of a skill that takes only text. */
export interface TextOnlyHandlers<O extends SchemaMap, Answered = never> extends TextAnswering {
  readonly run?: NeedsInput;
  /**
   * The handler that answers text; the contract is that of {@link StructuredHandlers.run}. Literals
   * in the returned value keep their types only if `text` declares its parameter.
   */
  readonly text: TextHandlerOf<SkillResult<O>, O, Answered>;
}

/**
 * The definition of a skill: its description, with the handlers `run` for `input`, `text`, or both.
 */
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

/** A skill that has been defined, with its types. Only `defineSkill` makes skills. */
export interface Skill<
  I extends SchemaMap,
  O extends SchemaMap,
  Id extends string = string,
> extends AnySkill {
  readonly id: Id;
  /** The definition that was given to `defineSkill`; clients and tests infer types from it. */
  readonly definition: SkillDefinition<I, O, Id>;
}

type Plain =
  | string
  | number
  | boolean
  | bigint
  | symbol
  | null
  | undefined
  | void
  | ((...all: never) => unknown);

/**
 * The type of a value in which each value whose name the target does not declare becomes a text, at
 * any depth. It follows the value, so that targets may be recursive.
 */
type Exact<Value, Target> = 0 extends 1 & Value
  ? unknown
  : unknown extends Target
    ? unknown
    : Value extends Plain
      ? Value
      : Value extends readonly unknown[]
        ? { [At in keyof Value]: Exact<Value[At], ItemOf<Target>> }
        : ExactObject<Value, Fitting<Value, Target>>;

/**
 * The type {@link Exact} of an object, member by member. The compiler itself checks two cases:
 * values that fit nothing, and targets that declare no name.
 */
type ExactObject<Value, Target> = [NameOf<Target>] extends [never]
  ? Value
  : {
      [Name in keyof Value]: Name extends NameOf<Target>
        ? Exact<Value[Name], MemberOf<Target, Name>>
        : Name extends string
          ? string extends Name
            ? Value[Name]
            : `'${Name}' does not exist in the output`
          : Value[Name];
    };

/** The members of a union type that a value fits. */
type Fitting<Value, Target> = Target extends Plain | readonly unknown[]
  ? never
  : Value extends Target
    ? Target
    : never;

type NameOf<Target> = Target extends unknown ? keyof Target : never;

type MemberOf<Target, Name> = Target extends unknown
  ? Name extends keyof Target
    ? Target[Name]
    : never
  : never;

type ItemOf<Target> = Target extends readonly (infer Item)[] ? Item : never;
