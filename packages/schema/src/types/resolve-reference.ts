import type { PropertyOr } from './flatten.ts';

/**
 * The place of a schema for the inference of its type: its document, its resource, and the purpose
 * of the type.
 */
export interface Scope {
  /** The whole schema document, in which embedded resources are looked up by `$id`. */
  readonly document: unknown;
  /**
   * The nearest enclosing schema with an `$id`, in which references that begin with `#` are looked
   * up.
   */
  readonly resource: unknown;
  /**
   * The purpose of the type. `read`: data that arrived and is valid. `return`: a value that code
   * makes. `name`: such a value, with any name where others are allowed.
   */
  readonly purpose: 'read' | 'return' | 'name';
}

/** The scope of the schemas inside a schema: a schema with an `$id` is a resource of its own. */
export type ScopeWithin<Schema, In extends Scope> = Schema extends { $id: infer Id extends string }
  ? Id extends `#${string}`
    ? In
    : WithResource<In, Schema>
  : In;

/**
 * The schema that a `$ref`, `$dynamicRef` or `$recursiveRef` leads to, and the scope there. A
 * reference to another document gives `true`, the schema that allows everything.
 */
export type ResolveReference<Reference, In extends Scope> = Reference extends `#${infer Fragment}`
  ? { schema: Locate<In['resource'], Fragment>; scope: In }
  : Reference extends `${infer Uri}#${infer Fragment}`
    ? LocateIn<FindResource<In['document'], Uri>, Fragment, In>
    : LocateIn<FindResource<In['document'], Reference>, '', In>;

type WithResource<In extends Scope, Resource> = {
  document: In['document'];
  resource: Resource;
  purpose: In['purpose'];
};

type LocateIn<Resource, Fragment extends string, In extends Scope> = [Resource] extends [never]
  ? { schema: true; scope: In }
  : { schema: Locate<Resource, Fragment>; scope: WithResource<In, Resource> };

// --- within a resource: JSON pointers and anchors ---

type Locate<Resource, Fragment extends string> = Fragment extends ''
  ? Resource
  : Fragment extends `/${infer Pointer}`
    ? Walk<Resource, DecodePercent<Pointer>>
    : FindAnchor<Resource, Fragment>;

type Walk<Value, Pointer extends string> = Pointer extends `${infer Head}/${infer Tail}`
  ? Walk<PropertyOr<Value, DecodeTilde<Head>, true>, Tail>
  : PropertyOr<Value, DecodeTilde<Pointer>, true>;

/**
 * The name that a token of a JSON pointer stands for (RFC 6901, section 4), which decodes `~1`
 * first.
 */
type DecodeTilde<Token extends string> = ReplaceAll<ReplaceAll<Token, '~1', '/'>, '~0', '~'>;

type ReplaceAll<
  Text extends string,
  From extends string,
  To extends string,
> = Text extends `${infer Head}${From}${infer Tail}`
  ? `${Head}${To}${ReplaceAll<Tail, From, To>}`
  : Text;

/** The characters that names of definitions contain and URIs encode; others stay encoded. */
interface PercentCodes {
  '20': ' ';
  '22': '"';
  '25': '%';
  '3C': '<';
  '3E': '>';
  '5B': '[';
  '5C': '\\';
  '5D': ']';
  '5E': '^';
  '60': '`';
  '7B': '{';
  '7C': '|';
  '7D': '}';
}

type DecodePercent<Text extends string> = Text extends `${infer Head}%${infer First}${infer Rest}`
  ? Rest extends `${infer Second}${infer Tail}`
    ? `${Head}${PropertyOr<PercentCodes, Uppercase<`${First}${Second}`>, `%${First}${Second}`>}${DecodePercent<Tail>}`
    : Text
  : Text;

type Anchored<Name extends string> =
  | { $anchor: Name }
  | { $dynamicAnchor: Name }
  // The anchors of drafts 06 and 07.
  | { $id: `#${Name}` };

type FindAnchor<Resource, Name extends string> =
  Resource extends Anchored<Name>
    ? Resource
    : OrTrue<Extract<Definitions<Resource>, Anchored<Name>>>;

type OrTrue<Found> = [Found] extends [never] ? true : Found;

// --- within the document: embedded resources ---

type Definitions<Resource> = ValuesAt<Resource, '$defs'> | ValuesAt<Resource, 'definitions'>;

type ValuesAt<Resource, Key extends string> = Resource extends { [K in Key]: infer Schemas }
  ? Schemas[keyof Schemas]
  : never;

type FindResource<Document, Uri> = Uri extends string
  ? MatchResource<Document | Definitions<Document>, Absolute<Uri, IdOf<Document>>, IdOf<Document>>
  : never;

type MatchResource<Schema, Uri extends string, Base extends string> = Schema extends {
  $id: infer Id extends string;
}
  ? Absolute<Id, Base> extends Uri | `${Uri}#`
    ? Schema
    : never
  : never;

type IdOf<Schema> = Schema extends { $id: infer Id extends string } ? Id : '';

type Absolute<Uri extends string, Base extends string> = Uri extends `${string}:${string}`
  ? Uri
  : `${Directory<Base>}${Uri}`;

type Directory<Uri extends string> = Uri extends `${infer Head}/${infer Tail}`
  ? `${Head}/${Directory<Tail>}`
  : '';
