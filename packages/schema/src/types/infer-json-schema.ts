import type { Flatten, Mutable, PropertyOr } from './flatten.ts';
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
 * `default` changes nothing, because no defaults are filled in.
 */
export type InferJsonSchema<Schema> = Infer<
  Schema,
  { document: Schema; resource: Schema; purpose: 'read' }
>;

/**
 * The TypeScript type of values that code returns for a JSON Schema. It differs from {@link
 * InferJsonSchema}: lists need no minimal length, objects that may have more properties can be
 * values of an interface, and optional properties can be `undefined`.
 */
export type InferJsonSchemaResult<Schema> = Infer<
  Schema,
  { document: Schema; resource: Schema; purpose: 'return' }
>;

/** {@link InferJsonSchemaResult} with any name allowed where a schema allows other properties. */
export type InferJsonSchemaNames<Schema> = Infer<
  Schema,
  { document: Schema; resource: Schema; purpose: 'name' }
>;

/** The type of the values of a schema, if no other schema describes the same value. */
type Infer<Schema, In extends Scope> = Schema extends boolean
  ? InferBoolean<Schema>
  : Schema extends Composition
    ? InferComposition<Schema, ScopeWithin<Schema, In>>
    : InferOwn<Schema, In, WholeSchema>;

type InferBoolean<Schema> = Schema extends false ? never : unknown;

// --- composition: references, allOf, anyOf, oneOf ---

type ReferenceKeyword = '$ref' | '$dynamicRef' | '$recursiveRef';

type Reference = { $ref: unknown } | { $dynamicRef: unknown } | { $recursiveRef: unknown };

type Composition = Reference | { allOf: unknown } | { anyOf: unknown } | { oneOf: unknown };

/**
 * The type of a schema with a reference, `allOf`, `anyOf` or `oneOf`. A lone reference is not
 * merged, which keeps recursion lazy.
 */
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

/** The keywords that shape a schema's type; up to draft 07 a `$ref` voids everything beside it. */
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

interface ObjectKeywords {
  properties: unknown;
  required: unknown;
  additionalProperties: unknown;
  patternProperties: unknown;
  propertyNames: unknown;
  unevaluatedProperties: unknown;
}

interface ArrayKeywords {
  items: unknown;
  prefixItems: unknown;
}

type WithAnyOf<Keywords> = { [Key in keyof Keywords]: Pick<Keywords, Key> }[keyof Keywords];

type InferOwn<Schema, In extends Scope, As extends Position> = Schema extends {
  const: infer Value;
}
  ? Mutable<Value>
  : Schema extends { enum: readonly (infer Value)[] }
    ? Mutable<Value>
    : Schema extends { type: infer Type }
      ?
          | InferType<Type extends readonly (infer Each)[] ? Each : Type, Schema, In, As>
          // OpenAPI 3.0 allows `null` by `nullable`.
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

type InferArray<Schema, In extends Scope> = Schema extends {
  prefixItems: infer Heads extends readonly unknown[];
}
  ? InferTuple<Heads, Schema, In, PrefixTail<Schema, In>>
  : Schema extends { items: infer Items }
    ? Items extends readonly unknown[]
      ? InferTuple<Items, Schema, In, AdditionalTail<Schema, In>>
      : InferList<Items, Schema, In>
    : InferList<true, Schema, In>;

// --- lists: every element alike ---

type InferList<Items, Schema, In extends Scope> = In['purpose'] extends 'return' | 'name'
  ? Infer<Items, In>[]
  : Schema extends { maxItems: LeastLength<Schema> }
    ? ListOfLength<Items, LeastLength<Schema>, In>
    : Infer<Items, In>[];

// A least length does not show in the type: `map` and `filter` return lists of any length. Exact
// lengths are written out up to 4, because a list of lists of itself would have no end.

type ListOfLength<Items, Length extends number, In extends Scope> = Length extends 1
  ? [Infer<Items, In>]
  : Length extends 2
    ? [Infer<Items, In>, Infer<Items, In>]
    : Length extends 3
      ? [Infer<Items, In>, Infer<Items, In>, Infer<Items, In>]
      : Length extends 4
        ? [Infer<Items, In>, Infer<Items, In>, Infer<Items, In>, Infer<Items, In>]
        : Infer<Items, In>[];

// --- tuples: elements described by position ---

type InferTuple<
  Heads extends readonly unknown[],
  Schema,
  In extends Scope,
  After extends unknown[],
> = [...OptionalAfter<InferEach<Heads, In>, LeastLength<Schema>>, ...After];

type InferEach<Heads extends readonly unknown[], In extends Scope> = {
  -readonly [Index in keyof Heads]: Infer<Heads[Index], In>;
};

type LeastLength<Schema> = Schema extends { minItems: infer Least extends number }
  ? number extends Least
    ? 0
    : Least
  : 0;

type OptionalAfter<
  Elements extends readonly unknown[],
  Least extends number,
  Before extends unknown[] = [],
> = Before['length'] extends Least
  ? [...Before, ...Partial<Elements>]
  : Elements extends readonly [infer First, ...infer Others]
    ? OptionalAfter<Others, Least, [...Before, First]>
    : Before;

/** The type of the items after `prefixItems`, from 2020-12 on. */
type PrefixTail<Schema, In extends Scope> = Schema extends { items: infer Items }
  ? Tail<Items, In>
  : Schema extends { unevaluatedItems: false }
    ? // Items that these describe, such as those that `contains` matches, count as evaluated.
      Schema extends Composition | { contains: unknown } | { if: unknown }
      ? unknown[]
      : []
    : unknown[];

/** The type of the items after a list of `items`, until 2019-09. */
type AdditionalTail<Schema, In extends Scope> = Schema extends { additionalItems: infer Items }
  ? Tail<Items, In>
  : unknown[];

type Tail<Items, In extends Scope> = Items extends false ? [] : Infer<Items, In>[];

type InferObject<Schema, In extends Scope, As extends Position> = Schema extends {
  properties: infer Properties;
}
  ? Describe<Schema, Properties, In, As>
  : Schema extends { propertyNames: infer Names }
    ? InferNamed<Names, Schema, In, As>
    : [RequiredName<Schema>] extends [never]
      ? InferMap<RestSchema<Schema, As>, In, As>
      : Describe<Schema, {}, In, As>;

// --- objects with known properties ---

type RequiredName<Schema> = Schema extends { required: readonly (infer Name extends string)[] }
  ? // A list whose type is not literal says nothing about single names.
    string extends Name
    ? never
    : Name
  : never;

type Describe<Schema, Properties, In extends Scope, As extends Position> = WithRest<
  {
    -readonly [
      Name in keyof Properties as Name extends RequiredName<Schema> ? Name : never
    ]-?: Infer<Properties[Name], In>;
  } & {
    -readonly [Name in keyof Properties as Name extends RequiredName<Schema> ? never : Name]?:
      | Infer<Properties[Name], In>
      | Absent[In['purpose']];
  } & UndescribedProperties<Exclude<RequiredName<Schema>, keyof Properties>, Schema, In, As>,
  RestSchema<Schema, As>,
  Schema,
  In
>;

interface Absent {
  read: never;
  return: undefined;
  name: undefined;
}

type UndescribedProperties<Name extends string, Schema, In extends Scope, As extends Position> = [
  Name,
] extends [never]
  ? unknown
  : { [Each in Name]: UndescribedProperty<RestSchema<Schema, As>, In, As> };

type UndescribedProperty<Rest, In extends Scope, As extends Position> = [Rest] extends [true]
  ? As['undescribed']
  : Infer<Rest, In>;

/**
 * The type of an object with an index signature for further properties, which must allow the types
 * of the known properties too, because TypeScript demands it.
 */
type WithRest<Known, Rest, Schema, In extends Scope> = [Rest] extends [never]
  ? Flatten<Known>
  : true extends Rest
    ? In['purpose'] extends 'return'
      ? Flatten<Known>
      : Schema extends { additionalProperties: unknown } | { patternProperties: unknown }
        ? Flatten<Known & { [name: string]: unknown }>
        : // Nothing in the schema asks for further names, so an undeclared one is a slip.
          Flatten<Known>
    : Flatten<Known & { [name: string]: Infer<Rest, In> | Known[keyof Known] | undefined }>;

// --- objects with any names ---

type InferMap<Rest, In extends Scope, As extends Position> = [Rest] extends [never]
  ? As['undescribed'] extends Present
    ? object
    : { read: { [name: string]: never }; return: object; name: object }[In['purpose']]
  : true extends Rest
    ? { read: { [name: string]: unknown }; return: object; name: object }[In['purpose']]
    : { [name: string]: Infer<Rest, In> };

/** The type of objects whose names are listed, such as one number per weekday. */
type InferNamed<Names, Schema, In extends Scope, As extends Position> = Names extends {
  enum: readonly (infer Name extends string)[];
}
  ? Flatten<
      { [Each in RequiredName<Schema> & Name]: NamedValue<Schema, In> } & {
        [Each in Exclude<Name, RequiredName<Schema>>]?:
          | NamedValue<Schema, In>
          | Absent[In['purpose']];
      }
    >
  : [RequiredName<Schema>] extends [never]
    ? InferMap<RestSchema<Schema, As>, In, As>
    : Describe<Schema, {}, In, As>;

type NamedValue<Schema, In extends Scope> = Schema extends { patternProperties: unknown }
  ? unknown
  : Schema extends { additionalProperties: infer Other }
    ? Infer<Other, In>
    : unknown;

// --- the properties that are not known by name ---

/**
 * The schemas of properties that are not described: `never` if there can be none, `true` if they
 * can be anything. They are schemas and not types, so that recursion is not followed.
 */
type RestSchema<Schema, As extends Position> = Schema extends { additionalProperties: infer Other }
  ? Other extends false
    ? PatternSchema<Schema>
    : [keyof Other] extends [never]
      ? true
      : Other | PatternSchema<Schema>
  : Schema extends { unevaluatedProperties: false }
    ? PatternSchema<Schema>
    : As['rest'] extends 'closed'
      ? PatternSchema<Schema>
      : As['undescribed'] extends Present
        ? // A part without property names does not open the parts that have some.
          Schema extends { properties: unknown } | { patternProperties: unknown }
          ? true
          : never
        : true;

type PatternSchema<Schema> = Schema extends { patternProperties: infer Patterns }
  ? Patterns[keyof Patterns]
  : never;
