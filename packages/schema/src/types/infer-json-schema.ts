import type { Flatten, Mutable, PropertyOr } from './flatten.ts';
import type { InferArray } from './infer-array.ts';
import type { InferObject } from './infer-object.ts';
import type { Branch, ClosedPart, OpenPart, Position, Present, WholeSchema } from './position.ts';
import type { ResolveReference, Scope, ScopeWithin } from './resolve-reference.ts';

/**
 * The TypeScript type of the data that a JSON Schema accepts, drafts 04 to 2020-12.
 *
 * The schema must be a literal type: written inside `defineSkill`, or declared `as const`.
 * The type is never narrower than the schema. What TypeScript cannot say (lengths, ranges, `not`,
 * `if`, `contains`, dependencies) is left out, and what is not known (a reference to another
 * document, a schema that is not a literal) is `unknown`. Two readings follow what authors mean:
 * `properties` without `type` describes an object, and `items` without `type` an array.
 * `default` changes nothing, as no defaults are filled in.
 */
export type InferJsonSchema<Schema> = Infer<
  Schema,
  { document: Schema; resource: Schema; purpose: 'read' }
>;

/**
 * What code may return where the schema is promised: as {@link InferJsonSchema}, but without what
 * stands in the way of computed values. Lists need no minimal length, objects that may have more
 * properties can be values of an interface, and optional properties can be `undefined`.
 */
export type InferJsonSchemaResult<Schema> = Infer<
  Schema,
  { document: Schema; resource: Schema; purpose: 'return' }
>;

/** As {@link InferJsonSchemaResult}, with any name where a schema says that there may be others. */
export type InferJsonSchemaNames<Schema> = Infer<
  Schema,
  { document: Schema; resource: Schema; purpose: 'name' }
>;

/** The type of a schema that stands by itself. */
export type Infer<Schema, In extends Scope> = Schema extends boolean
  ? InferBoolean<Schema>
  : Schema extends Composition
    ? InferComposition<Schema, ScopeWithin<Schema, In>>
    : InferOwn<Schema, In, WholeSchema>;

type InferBoolean<Schema> = Schema extends false ? never : unknown;

// --- composition: references, allOf, anyOf, oneOf ---

type ReferenceKeyword = '$ref' | '$dynamicRef' | '$recursiveRef';

type Reference = { $ref: unknown } | { $dynamicRef: unknown } | { $recursiveRef: unknown };

type Composition = Reference | { allOf: unknown } | { anyOf: unknown } | { oneOf: unknown };

/** A reference or a union that stands alone needs no merging, which keeps recursion lazy. */
type InferComposition<
  Schema,
  In extends Scope,
  Keyword = ShapingKeywordOf<Schema, In['document']>,
> = [Keyword] extends ['$ref'] | ['$dynamicRef'] | ['$recursiveRef']
  ? InferTarget<ResolveReference<Schema[Keyword & keyof Schema], In>>
  : [Keyword] extends ['anyOf'] | ['oneOf']
    ? InferUnion<Schema[Keyword & keyof Schema], In>
    : Merge<InferPart<Schema, In, OpenPart>>;

type InferTarget<Target> = Target extends { schema: infer Schema; scope: infer In extends Scope }
  ? Infer<Schema, In>
  : never;

type InferUnion<Schemas, In extends Scope> = Schemas extends readonly (infer Schema)[]
  ? Infer<Schema, In>
  : unknown;

type ShapingKeyword =
  | ReferenceKeyword
  | 'allOf'
  | 'anyOf'
  | 'oneOf'
  | 'const'
  | 'enum'
  | 'type'
  | keyof ObjectKeywords
  | keyof ArrayKeywords;

/** Until draft 07 a `$ref` makes everything beside it void. */
type ShapingKeywordOf<Schema, Document> = Document extends { $schema: `${string}/draft-0${string}` }
  ? Schema extends { $ref: unknown }
    ? '$ref'
    : keyof Schema & ShapingKeyword
  : keyof Schema & ShapingKeyword;

// --- parts: what a schema of a composition contributes, to be merged with the others ---

type InferPart<Schema, In extends Scope, As extends Position> = Schema extends boolean
  ? InferBoolean<Schema>
  : Schema extends Composition
    ? InferParts<Schema, ScopeWithin<Schema, In>, PositionWithin<Schema, As>>
    : InferOwn<Schema, In, As>;

type InferParts<Schema, In extends Scope, As extends Position> =
  ShapingKeywordOf<Schema, In['document']> extends '$ref'
    ? InferReferencePart<Schema, '$ref', In, Branch<As>>
    : InferOwn<Schema, In, As> &
        InferReferencePart<Schema, '$ref', In, Branch<As>> &
        InferReferencePart<Schema, '$dynamicRef', In, Branch<As>> &
        InferReferencePart<Schema, '$recursiveRef', In, Branch<As>> &
        InferAllOf<PropertyOr<Schema, 'allOf', []>, In, Branch<As>> &
        InferUnionPart<PropertyOr<Schema, 'anyOf', [true]>, In, Branch<As>> &
        InferUnionPart<PropertyOr<Schema, 'oneOf', [true]>, In, Branch<As>>;

type PositionWithin<Schema, As extends Position> = Schema extends { unevaluatedProperties: false }
  ? ClosedPart<As>
  : As;

type InferReferencePart<
  Schema,
  Keyword extends ReferenceKeyword,
  In extends Scope,
  As extends Position,
> = Schema extends { [K in Keyword]: infer Name }
  ? ResolveReference<Name, In> extends { schema: infer Target; scope: infer There extends Scope }
    ? InferPart<Target, There, As>
    : never
  : unknown;

type InferAllOf<
  Schemas,
  In extends Scope,
  As extends Position,
  Before = unknown,
> = Schemas extends readonly [infer First, ...infer Others]
  ? InferAllOf<Others, In, As, Before & InferPart<First, In, As>>
  : Before;

type InferUnionPart<
  Schemas,
  In extends Scope,
  As extends Position,
> = Schemas extends readonly (infer Schema)[] ? InferPart<Schema, In, As> : unknown;

/** Makes one object of the parts; each alternative by itself. */
type Merge<Parts> = unknown extends Parts
  ? unknown
  : Parts extends readonly unknown[]
    ? Parts
    : Parts extends object
      ? [keyof Parts] extends [never]
        ? Parts
        : Flatten<{ [Key in keyof Parts]: Undescribed<Parts[Key]> }>
      : Parts;

type Undescribed<Property> = [Present] extends [Property] ? unknown : Property;

/** Keywords that describe objects, also without `type`. */
interface ObjectKeywords {
  properties: unknown;
  required: unknown;
  additionalProperties: unknown;
  patternProperties: unknown;
  propertyNames: unknown;
  unevaluatedProperties: unknown;
}

/** Keywords that describe arrays, also without `type`. */
interface ArrayKeywords {
  items: unknown;
  prefixItems: unknown;
}

type WithAnyOf<Keywords> = { [Key in keyof Keywords]: Pick<Keywords, Key> }[keyof Keywords];

/** The type that a schema's own keywords describe, without references and compositions. */
type InferOwn<Schema, In extends Scope, As extends Position> = Schema extends {
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
