/**
 * The known facts about a host, as data that tools can be checked against. A fact that no source
 * has documented is missing.
 */
export interface HostProfile {
  /** The id of the host, as in `formwork mcp doctor --host`. */
  readonly id: string;
  readonly title: string;
  /** Other names of the host, such as the name it gives itself when it connects. */
  readonly aliases: readonly string[];
  /** The host's rule for the names of tools. */
  readonly names?: NameRule;
  /** The highest number of tools that the host accepts, of all servers together. */
  readonly maxTools?: number;
  /** The number of characters to which the host cuts a tool's description. */
  readonly maxDescription?: number;
  /** The number of characters to which the host cuts the server's instructions. */
  readonly maxInstructions?: number;
  /**
   * The host's treatment of a tool whose input schema has `oneOf`, `anyOf` or `allOf` at the root.
   */
  readonly rootUnions?: 'drops' | 'refuses';
  /**
   * True if reports contradict each other on whether the host also drops `if` at the root of an
   * input schema.
   */
  readonly mayDropRootIf?: true;
  /**
   * The part of a result that models get if the result has both data and content: `data` means that
   * text, images and sounds are dropped, `content` that the data is.
   */
  readonly results?: 'data' | 'content';
  /** The shortest time after which the host is known to give up calls. */
  readonly timeout?: {
    readonly ms: number;
    /** True if each progress notification restarts the time. */
    readonly isWithoutProgress?: true;
  };
  /** The newest revision of MCP with which the host is known to connect. */
  readonly revision?: '2025-06-18' | '2025-11-25' | '2026-07-28';
  /**
   * Whether the host puts a server's questions to people; `undocumented` if its makers do not say
   * so.
   */
  readonly elicitation?: 'yes' | 'undocumented';
  /** Whether the host supports tasks of MCP, which exist since 2026-07-28. */
  readonly tasks?: 'yes';
  /**
   * Whether the host shows pages of servers; `remote` if often not those of servers on the same
   * machine.
   */
  readonly pages?: 'yes' | 'remote' | 'no';
  /** Whether the host shows prompts to people. */
  readonly prompts?: 'yes';
  /** The limits that the host's SDK sets on schemas. */
  readonly schemas?: SchemaRules;
}

/** The rule of a host for the names of tools. */
export interface NameRule {
  /** A regular expression that the whole name has to match. */
  readonly pattern?: string;
  /**
   * The text that the host puts before the name; `{server}` stands for the server's name in the
   * host's settings.
   */
  readonly prefix?: string;
  /** The highest number of characters of the name with its prefix. */
  readonly max?: number;
  /**
   * The effect of a name that breaks the rule: the host `drops` the tool, or it `breaks` the whole
   * conversation, or the host `refuses` the tool in a way that no source describes.
   */
  readonly otherwise: 'drops' | 'breaks' | 'refuses';
}

/**
 * The effects of schemas that a host's SDK does not support: `list` loses all tools, `call` loses
 * the call, `ignored` skips the keyword.
 */
export interface SchemaRules {
  /** The effect of an input schema whose root is not `type: "object"`. */
  readonly noObject: 'list';
  /** The effect of `true` or `false` as the schema of a property. */
  readonly booleanProperty?: 'list';
  /**
   * The effect of an output schema with an invalid pattern, or with a reference to somewhere
   * outside it.
   */
  readonly brokenOutput: 'list' | 'call';
  /**
   * The effect of `prefixItems` in an output schema that is checked as draft 07, which does not
   * have it.
   */
  readonly prefixItems?: 'call';
  /** The effect of `unevaluatedProperties` in an output schema. */
  readonly unevaluated?: 'ignored';
  /** The effect of a `$schema` other than 2020-12, 2019-09, draft 07 and draft 06. */
  readonly otherDialect: 'ignored' | 'call';
}
