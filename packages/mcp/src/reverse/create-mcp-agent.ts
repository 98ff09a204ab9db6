import { isRecord, toRecord } from '@formwork/schema/json';
import { checkOptions, createTimerRule, type OptionRule } from '@formwork/schema/options';
import type { McpAgent, McpAgentOptions, McpSource } from './mcp-agent.ts';

const TIME_RULE = createTimerRule(1);

const TEXT_RULE: OptionRule = {
  expected: 'a text that is not empty',
  isValid: (value) => typeof value === 'string' && value.trim() !== '',
};

const PATTERNS_RULE: OptionRule = {
  expected: 'a list of names',
  isValid: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
};

const RULES: { readonly [Name in keyof Required<McpAgentOptions>]: OptionRule } = {
  name: TEXT_RULE,
  description: TEXT_RULE,
  version: TEXT_RULE,
  allow: PATTERNS_RULE,
  deny: PATTERNS_RULE,
  startTimeoutMs: TIME_RULE,
  callTimeoutMs: TIME_RULE,
  questionTimeoutMs: TIME_RULE,
  logger: {
    expected: 'an object with info and warn',
    isValid: (value) =>
      isRecord(value) && typeof value['info'] === 'function' && typeof value['warn'] === 'function',
  },
};

const SUBJECT = 'Cannot make an agent of the MCP server';

/**
 * Makes an agent from an MCP server of any revision up to 2026-07-28. Each tool becomes a skill,
 * and its input and output schemas become named schemas. A tool that cannot become a skill is left
 * out.
 *
 * @throws McpServerError if the server cannot be reached, or has no tool that can be used;
 * RangeError or TypeError for options.
 */
export async function createMcpAgent(
  source: McpSource,
  options: McpAgentOptions = {},
): Promise<McpAgent> {
  checkMcpAgentOptions(source, options);
  // Loaded late, because few programs bridge in both directions.
  const { makeMcpAgent } = await import('./make-mcp-agent.ts');
  return makeMcpAgent(source, options);
}

/**
 * Checks the source and the options of an agent. Errors never show variables or headers. @throws
 * RangeError or TypeError that names the option.
 */
function checkMcpAgentOptions(source: McpSource, options: McpAgentOptions): void {
  checkSource(source);
  checkOptions(options, { subject: SUBJECT, rules: RULES });
}

function checkSource(source: unknown): void {
  const { command, args = [], env = {}, cwd = '', url, headers = {} } = toRecord(source);
  if (url !== undefined) {
    const isHttp = typeof url === 'string' && URL.canParse(url) && /^https?:/u.test(url);
    refuseUnless(isHttp, 'url must be an http or https URL', url);
    refuseUnless(isTexts(headers), 'headers must be texts by name', headers);
    return;
  }
  const isCommand = typeof command === 'string' && command !== '';
  refuseUnless(isCommand, 'the source must have a command or a url', command);
  refuseUnless(
    Array.isArray(args) && args.every((arg) => typeof arg === 'string'),
    'args must be a list of texts',
    args,
  );
  refuseUnless(isTexts(env), 'env must be texts by name', env);
  refuseUnless(typeof cwd === 'string', 'cwd must be a text', cwd);
}

function isTexts(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((text) => typeof text === 'string');
}

function refuseUnless(isFine: boolean, rule: string, value: unknown): void {
  if (isFine) return;
  throw new TypeError(
    `${SUBJECT} because ${rule}: current value is ${value === null ? 'null' : typeof value}`,
  );
}
