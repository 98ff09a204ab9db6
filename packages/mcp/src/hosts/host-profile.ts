/**
 * Facts about a host: data, so that a test can hold each fact against a tool. What nobody has
 * said of a host is missing, and nothing is told of it.
 */
export interface HostProfile {
  /** Its name for `formwork mcp doctor --host`. */
  readonly id: string;
  readonly title: string;
  /** Other names that people give it, and what it calls itself when it connects. */
  readonly aliases: readonly string[];
  /** The rule for names of tools. */
  readonly names?: NameRule;
  /** Most tools at once, of all servers together. */
  readonly maxTools?: number;
  /** Most characters of a tool's description; the rest is cut off. */
  readonly maxDescription?: number;
  /** Most characters of the server's instructions; the rest is cut off. */
  readonly maxInstructions?: number;
  /** Its treatment of a tool whose input schema has `oneOf`, `anyOf` or `allOf` at the root. */
  readonly rootUnions?: 'drops' | 'refuses';
  /** True if reports differ on whether `if` at the root of an input schema is dropped as well. */
  readonly mayDropRootIf?: true;
  /**
   * The part of a result with both that a model gets: `data` drops the text, images and sounds beside the
   * data, `content` the data.
   */
  readonly results?: 'data' | 'content';
  /** Shortest time after which calls are known to be given up. */
  readonly timeout?: {
    readonly ms: number;
    /** True if it begins anew with every word of progress. */
    readonly isWithoutProgress?: true;
  };
  /** The newest revision that it is known to open with. */
  readonly revision?: '2025-06-18' | '2025-11-25' | '2026-07-28';
  /** Whether it asks people what a server asks; `undocumented` if its makers do not say that it does. */
  readonly elicitation?: 'yes' | 'undocumented';
  /** Whether it follows tasks of MCP; not possible before 2026-07-28. */
  readonly tasks?: 'yes';
  /** Whether it shows pages; `remote`: often not those of servers of the same machine. */
  readonly pages?: 'yes' | 'remote' | 'no';
  /** Whether it shows prompts to people. */
  readonly prompts?: 'yes';
  /** Limits of its SDK on schemas. */
  readonly schemas?: SchemaRules;
}

/** The rule for names of tools. */
export interface NameRule {
  /** A regular expression for the whole name. */
  readonly pattern?: string;
  /** Put before it; `{server}` is what the operator calls the server. */
  readonly prefix?: string;
  /** Most characters, with the prefix. */
  readonly max?: number;
  /** `breaks`: the whole conversation. `refuses`: what becomes of it then, nobody says. */
  readonly otherwise: 'drops' | 'breaks' | 'refuses';
}

/** The fate of a schema: the whole list is lost, or the call, or the keyword counts for nothing. */
export interface SchemaRules {
  /** An input schema whose root is no `type: "object"`. */
  readonly noObject: 'list';
  /** `properties` with `true` or `false` as a schema. */
  readonly booleanProperty?: 'list';
  /** An output schema with a broken pattern, or a reference out of itself. */
  readonly brokenOutput: 'list' | 'call';
  /** `prefixItems` in an output schema: checked as draft 07, which does not know it. */
  readonly prefixItems?: 'call';
  /** `unevaluatedProperties` in an output schema. */
  readonly unevaluated?: 'ignored';
  /** A `$schema` other than 2020-12, 2019-09, draft 07 and 06. */
  readonly otherDialect: 'ignored' | 'call';
}
