import type { AnySkill } from '@formwork/core';
import type { InferWireInput, InferWireOutput, Json, SchemaMap } from '@formwork/schema';

/** The types of a skill: data by name of the schema. */
export interface SkillTypes {
  readonly input: { readonly [schemaName: string]: unknown };
  readonly output: { readonly [schemaName: string]: unknown };
}

/** The types of an agent, as `formwork types` writes them for a card. */
export interface AgentTypes {
  readonly skills: { readonly [skillId: string]: SkillTypes };
}

/** The source of an agent's types: generated types, or a definition (`typeof agent`). */
export type AgentTypesSource = { readonly skills: object };

/**
 * The types of an agent: those given, or those in `typeof agent` of an agent made by `defineAgent`.
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
      readonly input: { readonly [Name in keyof Known<Input>]: InferWireInput<Known<Input>[Name]> };
      readonly output: {
        readonly [Name in keyof Known<Output>]: InferWireOutput<Known<Output>[Name]>;
      };
    }
  : SkillTypes;

type Known<Schemas> = Exclude<Schemas, undefined> extends infer Map extends SchemaMap ? Map : {};

/** Generated interfaces have no index signature; mapped, they are as good as one. */
type ToGiven<Skills> = {
  readonly [Id in keyof Skills]: Skills[Id] extends {
    readonly input: infer Input;
    readonly output: infer Output;
  }
    ? { readonly input: Input; readonly output: Output }
    : SkillTypes;
};

/** The types of any skill of any agent. */
export type AnySkillTypes = { readonly input: object; readonly output: object };

/**
 * The input of a skill: the data when there is one input schema, `{ schema, data }` with the name of
 * the schema when there are several, else text or JSON.
 */
export type CallInput<Types extends AnySkillTypes> = [keyof Types['input']] extends [never]
  ? Json
  : OneOrTagged<Types['input']>;

/** The result of a skill, in the same way. */
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
