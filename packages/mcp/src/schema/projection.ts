import type { Json, JsonSchema } from '@formwork/schema';

/** The readers that a projection is for. */
export type ProjectionPurpose =
  /** Read by a model, and checked by few hosts. */
  | 'input'
  /** Checked by every host, with different validators: only rules that all of them read alike. */
  | 'output';

/** A schema that every host takes. */
interface Projection {
  /**
   * Has no references, identifiers or keywords that hosts do not know. Every value that fits the
   * original fits this one; the reverse is checked when the tool is called.
   */
  readonly schema: JsonSchema;
  /** True if the original has more rules. */
  readonly isLooser: boolean;
}

/** A part of a schema that must not be shown to a model and cannot be changed. */
export interface ProjectionRefusal {
  /** JSON pointer into the original schema. */
  readonly pointer: string;
  readonly reason: string;
}

/** The outcome of projecting a schema. */
export type ProjectionOutcome =
  | { readonly kind: 'projected'; readonly projection: Projection }
  | { readonly kind: 'refused'; readonly refusals: readonly ProjectionRefusal[] };

/** The state of a projection under way. */
export interface ProjectionContext {
  readonly purpose: ProjectionPurpose;
  /** Where the references of a schema lead, by its pointer. */
  readonly targets: ReadonlyMap<string, string>;
  /** True if the schema at a pointer has a reference. */
  readonly refers: (pointer: string) => boolean;
  readonly schemaAt: (pointer: string) => JsonSchema | boolean;
  /** True for dialects in which keywords beside a reference mean nothing. */
  readonly refHidesSiblings: boolean;
  readonly refusals: ProjectionRefusal[];
  /** Schemas made so far. */
  made: number;
  isLooser: boolean;
}

/** A place in the original schema, by its JSON pointer, and the references that led there. */
export interface Spot {
  readonly pointer: string;
  readonly trail: readonly string[];
}

/** The JSON Schema that a projection makes, still to be completed. */
export type ProjectedSchema = Record<string, unknown>;

/** A schema within the original, and the function that projects the schemas inside it. */
export interface Part {
  readonly schema: JsonSchema;
  readonly spot: Spot;
  /** Projects the schema at another place, such as an entry of `properties` or the target of `$ref`. */
  readonly projectAt: (spot: Spot) => ProjectedSchema;
}

/** A schema as an object: `true` becomes the empty schema, which every reader takes. */
export function toProjectedSchema(schema: ProjectedSchema | boolean): ProjectedSchema {
  if (schema === true) return {};
  return schema === false ? { not: {} } : schema;
}

/** True if two schemas say the same in the same order. */
export function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Drops repeated items. */
export function dropRepeated<Item extends Json | ProjectedSchema>(items: readonly Item[]): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = JSON.stringify(item);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
