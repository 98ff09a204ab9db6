import type { Flatten } from './flatten.ts';
import type { Infer } from './infer-json-schema.ts';
import type { Position, Present } from './position.ts';
import type { Scope } from './resolve-reference.ts';

/** The type that the object keywords of a schema describe. */
export type InferObject<Schema, In extends Scope, As extends Position> = Schema extends {
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
  ? // A list that is not literal tells nothing.
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

/** The index signature must allow the known properties too, or there would be no such object. */
type WithRest<Known, Rest, Schema, In extends Scope> = [Rest] extends [never]
  ? Flatten<Known>
  : true extends Rest
    ? In['purpose'] extends 'return'
      ? Flatten<Known>
      : Schema extends { additionalProperties: unknown } | { patternProperties: unknown }
        ? Flatten<Known & { [name: string]: unknown }>
        : // More may come, but nobody said so: a name that is not declared is a slip.
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

/** Objects whose names are listed, such as one number per weekday. */
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
 * The schemas of properties that are not described: `never` when there can be none, `true` when
 * they can be anything. Schemas and not their types, so that recursion is not followed.
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
        ? // A part that names no properties does not open those that do.
          Schema extends { properties: unknown } | { patternProperties: unknown }
          ? true
          : never
        : true;

type PatternSchema<Schema> = Schema extends { patternProperties: infer Patterns }
  ? Patterns[keyof Patterns]
  : never;
