/** A program that speaks MCP over its standard input and output. */
export interface McpProcessSource {
  readonly command: string;
  /** Default: none. */
  readonly args?: readonly string[];
  /**
   * Variables of its environment. Beside them it gets only what a program needs to start at all,
   * such as `PATH` and `HOME`: nothing else of this process's environment is passed on. Default:
   * none.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: the current folder. */
  readonly cwd?: string;
}

/** A server of MCP over streamable HTTP. */
export interface McpHttpSource {
  readonly url: string;
  /** Sent with every request, such as `authorization`. Never followed to another address. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Where the tools come from. */
export type McpSource = McpProcessSource | McpHttpSource;

/** What logs call it. Without arguments and queries, which may hold secrets. */
export function toSourceName(source: McpSource): string {
  if ('command' in source) return source.command;
  const { origin, pathname } = new URL(source.url);
  return `${origin}${pathname}`;
}
