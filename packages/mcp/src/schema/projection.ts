import type { Json, JsonSchema } from '@formwork/schema';

/** The use of a projected schema, which decides how cautious the projection is. */
export type ProjectionPurpose =
  /** For arguments: a model reads the schema, and few hosts check it. */
  | 'input'
  /**
   * For results: every host checks the schema, with different validators, so it has only rules on
   * which all of them agree.
   */
  | 'output';

/** A part of a schema that must not be shown to a model, and that cannot be changed either. */
export interface ProjectionRefusal {
  /** The JSON pointer to the part in the original schema. */
  readonly pointer: string;
  readonly reason: string;
}

/** The outcome of projecting a schema: the projection, or the parts that made it fail. */
export type ProjectionOutcome =
  | {
      readonly kind: 'projected';
      readonly projection: {
        /**
         * The schema without references, identifiers and unusual keywords. Every value that fits the
         * original fits this schema; whether a value fits the original is checked when the tool is
         * called.
         */
        readonly schema: JsonSchema;
        /** True if the original has rules that the projection lacks. */
        readonly isLooser: boolean;
      };
    }
  | { readonly kind: 'refused'; readonly refusals: readonly ProjectionRefusal[] };

/** The state of a projection while it runs. */
export interface ProjectionContext {
  readonly purpose: ProjectionPurpose;
  /** The targets of the schema's references, by the JSON pointer of the reference. */
  readonly targets: ReadonlyMap<string, string>;
  /** True if the schema at a pointer has a reference. */
  readonly refers: (pointer: string) => boolean;
  readonly schemaAt: (pointer: string) => JsonSchema | boolean;
  /** True for dialects that ignore the keywords beside a reference. */
  readonly refHidesSiblings: boolean;
  readonly refusals: ProjectionRefusal[];
  /** The number of schemas made so far. */
  count: number;
  isLooser: boolean;
}

/**
 * A position in the original schema: its JSON pointer, and the references that were followed to it.
 */
export interface SchemaPosition {
  readonly pointer: string;
  readonly trail: readonly string[];
}

/** A JSON Schema that a projection is building. */
export type ProjectedSchema = Record<string, unknown>;

/** A schema within the original, with the function that projects the schemas inside it. */
export interface Part {
  readonly schema: JsonSchema;
  readonly schemaPosition: SchemaPosition;
  /**
   * Projects the schema at another position, such as that of a property or the target of a `$ref`.
   */
  readonly projectAt: (schemaPosition: SchemaPosition) => ProjectedSchema;
}

/**
 * Turns a schema into an object: `true` becomes the empty schema, which every validator accepts.
 */
export function toProjectedSchema(schema: ProjectedSchema | boolean): ProjectedSchema {
  if (schema === true) return {};
  return schema === false ? { not: {} } : schema;
}

/** Drops the repeated items of a list. */
export function dropRepeated<Item extends Json | ProjectedSchema>(items: readonly Item[]): Item[] {
  const keys = new Set<string>();
  return items.filter((item) => {
    const key = JSON.stringify(item);
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  });
}
