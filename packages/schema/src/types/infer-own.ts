import type { Mutable } from './flatten.ts';
import type { InferArray } from './infer-array.ts';
import type { InferObject } from './infer-object.ts';
import type { Position } from './position.ts';
import type { Scope, ScopeWithin } from './resolve-reference.ts';

/** Keywords that describe objects, also without `type`. */
export interface ObjectKeywords {
  properties: unknown;
  required: unknown;
  additionalProperties: unknown;
  patternProperties: unknown;
  propertyNames: unknown;
  unevaluatedProperties: unknown;
}

/** Keywords that describe arrays, also without `type`. */
export interface ArrayKeywords {
  items: unknown;
  prefixItems: unknown;
}

type WithAnyOf<Keywords> = { [Key in keyof Keywords]: Pick<Keywords, Key> }[keyof Keywords];

/** The type that a schema's own keywords describe, without references and compositions. */
export type InferOwn<Schema, In extends Scope, As extends Position> = Schema extends {
  const: infer Value;
}
  ? Mutable<Value>
  : Schema extends { enum: readonly (infer Value)[] }
    ? Mutable<Value>
    : Schema extends { type: infer Type }
      ?
          | InferType<Type extends readonly (infer Each)[] ? Each : Type, Schema, In, As>
          // OpenAPI 3.0.
          | (Schema extends { nullable: true } ? null : never)
      : Schema extends WithAnyOf<ObjectKeywords>
        ? InferObject<Schema, ScopeWithin<Schema, In>, As> | As['besides']
        : Schema extends WithAnyOf<ArrayKeywords>
          ? InferArray<Schema, ScopeWithin<Schema, In>> | As['besides']
          : unknown;

type InferType<Type, Schema, In extends Scope, As extends Position> = Type extends 'string'
  ? string
  : Type extends 'number' | 'integer'
    ? number
    : Type extends 'boolean'
      ? boolean
      : Type extends 'null'
        ? null
        : Type extends 'object'
          ? InferObject<Schema, ScopeWithin<Schema, In>, As>
          : Type extends 'array'
            ? InferArray<Schema, ScopeWithin<Schema, In>>
            : unknown;
