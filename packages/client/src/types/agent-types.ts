import type { AnySkill } from '@formwork/core';
import type { InferWireInput, InferWireOutput, Json, SchemaMap } from '@formwork/schema';

/** The types of a skill's inputs and outputs, each by the name of its schema. */
export interface SkillTypes {
  readonly input: { readonly [schemaName: string]: unknown };
  readonly output: { readonly [schemaName: string]: unknown };
}

/** The types of an agent's skills by their ids, as `formwork types` writes them for a card. */
export interface AgentTypes {
  readonly skills: { readonly [skillId: string]: SkillTypes };
}

/**
 * A type that the types of an agent can be derived from: generated types, or `typeof agent` of a
 * definition.
 */
export type AgentTypesSource = { readonly skills: object };

/**
 * Derives the types of an agent from generated types, or from `typeof agent` of an agent made by
 * `defineAgent`.
 */
export type ToAgentTypes<Source extends AgentTypesSource> = Source extends {
  readonly skills: infer Skills extends readonly AnySkill[];
}
  ? { readonly skills: SkillsOf<Skills> }
  : { readonly skills: ToGiven<Source['skills']> };

type SkillsOf<Skills extends readonly AnySkill[]> = {
  readonly [Skill in Skills[number] as Skill['id']]: SkillTypesOf<Skill>;
};

type SkillTypesOf<Skill> = Skill extends {
  readonly definition: { readonly input?: infer Input; readonly output?: infer Output };
}
  ? {
      readonly input: {
        readonly [Name in keyof Declared<Input>]: InferWireInput<Declared<Input>[Name]>;
      };
      readonly output: {
        readonly [Name in keyof Declared<Output>]: InferWireOutput<Declared<Output>[Name]>;
      };
    }
  : SkillTypes;

type Declared<Schemas> = Exclude<Schemas, undefined> extends infer Map extends SchemaMap ? Map : {};

/**
 * Copies generated interfaces to plain object types, because interfaces have no index signature.
 */
type ToGiven<Skills> = {
  readonly [Id in keyof Skills]: Skills[Id] extends {
    readonly input: infer Input;
    readonly output: infer Output;
  }
    ? { readonly input: Input; readonly output: Output }
    : SkillTypes;
};

/** The most general types of a skill, which those of any skill of any agent extend. */
export type AnySkillTypes = { readonly input: object; readonly output: object };

/**
 * The type of a skill's input: the data when there is one input schema, `{ schema, data }` with the
 * name of the schema when there are several, else text or JSON. Lists may be readonly, because
 * nothing changes them.
 */
export type CallInput<Types extends AnySkillTypes> = [keyof Types['input']] extends [never]
  ? Json
  : WithReadonlyLists<OneOrTagged<Types['input']>>;

type WithReadonlyLists<Data> = unknown extends Data
  ? Data
  : Data extends readonly unknown[]
    ? { readonly [Index in keyof Data]: WithReadonlyLists<Data[Index]> }
    : Data extends object
      ? { [Name in keyof Data]: WithReadonlyLists<Data[Name]> }
      : Data;

/**
 * The type of a skill's result: the data when there is one output schema, `{ schema, data }` with
 * the name of the schema when there are several, else text or JSON.
 */
export type CallData<Types extends AnySkillTypes> = [keyof Types['output']] extends [never]
  ? Json
  : OneOrTagged<Types['output']>;

type OneOrTagged<Data, Name extends keyof Data = keyof Data> = string extends keyof Data
  ? unknown
  : Name extends unknown
    ? [Exclude<keyof Data, Name>] extends [never]
      ? Data[Name]
      : { readonly schema: Name; readonly data: Data[Name] }
    : never;
