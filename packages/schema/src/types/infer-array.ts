import type { Infer } from './infer-json-schema.ts';
import type { Scope } from './resolve-reference.ts';

/** The type that the array keywords of a schema describe. */
export type InferArray<Schema, In extends Scope> = Schema extends {
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

// A least length is not told: what `map` and `filter` return is a list of any length. Written out,
// as TypeScript follows elements that are arguments of another type, and a list of lists of itself
// has no end. Greater lengths are not told.

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

/** Elements after `prefixItems`, drafts from 2020-12. */
type PrefixTail<Schema, In extends Scope> = Schema extends { items: infer Items }
  ? Tail<Items, In>
  : Schema extends { unevaluatedItems: false }
    ? // What `contains` matched counts as evaluated.
      Schema extends { contains: unknown }
      ? unknown[]
      : []
    : unknown[];

/** Elements after a list of `items`, drafts until 2019-09. */
type AdditionalTail<Schema, In extends Scope> = Schema extends { additionalItems: infer Items }
  ? Tail<Items, In>
  : unknown[];

type Tail<Items, In extends Scope> = Items extends false ? [] : Infer<Items, In>[];
