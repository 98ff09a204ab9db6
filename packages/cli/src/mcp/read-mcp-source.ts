import type { McpAgentOptions, McpSource } from '@formwork/mcp';
import { UsageError } from '../errors/errors.ts';
import { parseDuration } from '../serve/settings-table.ts';

/** The flags of the command `formwork serve-mcp`. */
export interface ServeMcpFlags {
  readonly name?: string;
  readonly env?: readonly string[];
  readonly cwd?: string;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly callTimeout?: string;
}

/** The environment variable whose value is sent to an MCP server over HTTP as a bearer token. */
const TOKEN_VARIABLE = 'FORMWORK_MCP_TOKEN';

type Environment = Readonly<Record<string, string | undefined>>;

/** Options of {@link readMcpSource}. */
export interface ReadMcpSourceOptions {
  readonly flags: ServeMcpFlags;
  readonly env: Environment;
}

/**
 * Reads the source of the tools from the command line: an address, or a program with its arguments.
 */
export function readMcpSource(
  [first = '', ...args]: readonly string[],
  { flags, env }: ReadMcpSourceOptions,
): McpSource {
  if (/^https?:\/\//iu.test(first)) {
    const vain = args.length > 0 ? args[0] : (flags.env?.[0] ?? flags.cwd);
    if (vain !== undefined || !URL.canParse(first)) {
      throw new UsageError(
        `Cannot serve as a server at an address takes no arguments, --env or --cwd: current value is ${JSON.stringify(vain ?? first)}`,
      );
    }
    const { [TOKEN_VARIABLE]: token } = env;
    return {
      url: first,
      ...(token !== undefined && token !== '' && { headers: { authorization: `Bearer ${token}` } }),
    };
  }
  return {
    command: first,
    args,
    env: readVariables(flags.env ?? [], env),
    ...(flags.cwd !== undefined && { cwd: flags.cwd }),
  };
}

/** Returns the options with which the agent is made, from the flags. */
export function readMcpAgentOptions(flags: ServeMcpFlags): McpAgentOptions {
  const { name, allow, deny, callTimeout } = flags;
  const callTimeoutMs = callTimeout === undefined ? undefined : parseDuration(callTimeout);
  if (callTimeout !== undefined && (callTimeoutMs === undefined || callTimeoutMs < 1)) {
    throw new UsageError(
      `Cannot serve as --call-timeout must be a time such as 30s or 5m: current value is ${JSON.stringify(callTimeout)}`,
    );
  }
  return {
    ...(name !== undefined && { name }),
    ...(allow && { allow }),
    ...(deny && { deny }),
    ...(callTimeoutMs !== undefined && { callTimeoutMs }),
  };
}

/**
 * Reads environment variables for the program: `NAME` passes on a variable of this process,
 * `NAME=VALUE` sets one. Errors show no values, because they may be secrets.
 */
function readVariables(
  words: readonly string[],
  env: Environment,
): Readonly<Record<string, string>> {
  const pairs = words.map((word): readonly [string, string] => {
    const at = word.indexOf('=');
    const name = at === -1 ? word : word.slice(0, at);
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/u.test(name)) {
      throw new UsageError(
        `Cannot serve as --env must be NAME or NAME=VALUE: current name is ${JSON.stringify(name)}`,
      );
    }
    const value = at === -1 ? env[name] : word.slice(at + 1);
    if (value === undefined) {
      throw new UsageError(
        `Cannot serve as --env ${name} passes a variable on: current value is not set. Set it, or write ${name}=VALUE.`,
      );
    }
    return [name, value];
  });
  return Object.fromEntries(pairs);
}
