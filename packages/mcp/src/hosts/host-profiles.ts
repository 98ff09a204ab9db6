import type { HostProfile } from './host-profile.ts';

/** The pattern of names that have only letters, digits, `_` and `-`. */
const PLAIN = '[A-Za-z0-9_-]+';

/**
 * The profiles of hosts, from their documentation, issue trackers and users up to November 2026.
 * Each fact has its source, or `unnamed` if the report is known only from others. No host was run
 * for this, and nothing is guessed.
 */
export const HOST_PROFILES: readonly HostProfile[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    aliases: ['claude'],
    // `mcp__<server>__<tool>`; longer than 128 is left out: wiki of claudetto, 2026-10.
    names: { prefix: 'mcp__{server}__', max: 128, otherwise: 'drops' },
    // Cut with "[truncated]" since 2.1.84: anthropics/claude-code#41593, 2026-03.
    maxDescription: 2048,
    // The same limit: anthropics/claude-code#39106, 2026-03.
    maxInstructions: 2048,
    // Drops such tools without a word: anthropics/claude-code#95504;
    // makenotion/notion-mcp-server#341, 2026-08.
    rootUnions: 'drops',
    // Dropped by anthropics/claude-code#95504, relied on by kenn-io/kata#365.
    mayDropRootIf: true,
    // 2.1.280: anthropics/claude-code#79944, 2026-09; images: #54737.
    results: 'data',
    // Opens with `server/discover` since 2.1.317, and falls back to 2025-11-25: presa, 2026-11.
    revision: '2026-07-28',
    // Since 2.1.76, 2026-03. `claude -p` cancels questions.
    elicitation: 'yes',
    // Since 2.1.319 for everybody: announced 2026-10-22.
    tasks: 'yes',
    // anthropics/claude-code#95149, 2026-09.
    pages: 'no',
    // As commands `/mcp__<server>__<prompt>`: unnamed, 2026-11.
    prompts: 'yes',
  },
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    aliases: [],
    // A dot breaks the whole chat: ImmichMCP#4, orchard-mcp#14.
    names: { pattern: PLAIN, max: 64, otherwise: 'breaks' },
    // One to four minutes, which users cannot change: anthropics/claude-code#22542, #65643.
    timeout: { ms: 60_000 },
    // Not in its documentation: matrix of 24 clients, developersdigest, 2026-10.
    elicitation: 'undocumented',
    // Often not those of servers that it starts itself: anthropics/claude-code#88881.
    pages: 'remote',
  },
  {
    id: 'claude-ai',
    title: 'claude.ai (connectors)',
    aliases: ['claude.ai', 'claude-web'],
    // anthropics/claude-code#78911.
    timeout: { ms: 300_000, isWithoutProgress: true },
    // Matrix of the Apps extension, 2026-11.
    pages: 'yes',
  },
  {
    id: 'vscode',
    title: 'VS Code (Copilot)',
    aliases: [
      'vs-code',
      'visual-studio-code',
      'visual-studio-code---insiders',
      'code',
      'copilot',
      'github-copilot',
    ],
    // "Cannot have more than 128 tools per request": microsoft/vscode#258890, 2025-07.
    maxTools: 128,
    // microsoft/vscode#290063.
    results: 'data',
    // Matrix of the Apps extension, 2026-11.
    pages: 'yes',
  },
  {
    id: 'cursor',
    title: 'Cursor',
    aliases: [],
    // Its first request names this revision: presa, 2026-11; README of a2a-to-mcp.
    revision: '2025-11-25',
    // Matrix of the Apps extension, 2026-11.
    pages: 'yes',
  },
  {
    id: 'codex',
    title: 'Codex',
    aliases: ['codex-cli', 'openai-codex', 'codex-mcp-client'],
    // No dots: openai/codex#8174.
    names: { pattern: '[^.]*', otherwise: 'refuses' },
    // The same as the Anthropic API: unnamed, 2026-11.
    rootUnions: 'refuses',
    // The same as Claude Code: unnamed, 2026-11.
    results: 'data',
    // 0.165 opens with it: presa, 2026-11.
    revision: '2025-06-18',
  },
  {
    id: 'goose',
    title: 'Goose',
    aliases: ['block-goose'],
    // Matrix of the Apps extension, 2026-11.
    pages: 'yes',
  },
  {
    id: 'copilot-cli',
    title: 'Copilot CLI',
    aliases: ['github-copilot-cli'],
    // The same characters as Claude Desktop, up to 128: unnamed, 2026-11.
    names: { pattern: PLAIN, max: 128, otherwise: 'refuses' },
  },
  {
    id: 'opencode',
    title: 'opencode',
    aliases: [],
    // The same as Claude Code: unnamed, 2026-11.
    results: 'data',
  },
  {
    id: 'kimi',
    title: 'Kimi',
    aliases: ['kimi-cli'],
    // The opposite of Claude Code: unnamed, 2026-11. MCP leaves it open (SEP-2200, 2026-05).
    results: 'content',
  },
  {
    id: 'google',
    title: 'Google connected apps',
    aliases: ['gemini', 'google-connected-apps'],
    // Up to this one: presa, 2026-11; README of a2a-to-mcp.
    revision: '2025-11-25',
  },
  {
    id: 'anthropic-api',
    title: 'Anthropic API',
    aliases: ['anthropic'],
    // Unions at the root are an error: opentokenz/mcpx#28, 2026-09.
    rootUnions: 'refuses',
  },
  {
    id: 'openai-api',
    title: 'OpenAI API',
    aliases: ['openai'],
    // The same as the Anthropic API: unnamed, 2026-11.
    rootUnions: 'refuses',
  },
  {
    id: 'aws-labs',
    title: 'What AWS Labs enforces',
    aliases: ['aws', 'awslabs'],
    // Their rule for names of tools: unnamed, 2026-11.
    names: { max: 64, otherwise: 'refuses' },
  },
  {
    id: 'sdk-v1',
    title: 'Hosts made with the SDK 1.x',
    aliases: ['older-sdk', 'sdk-1'],
    // Measured with @modelcontextprotocol/sdk 1.32.2.
    revision: '2025-11-25',
    schemas: {
      noObject: 'list',
      booleanProperty: 'list',
      brokenOutput: 'list',
      prefixItems: 'call',
      unevaluated: 'ignored',
      otherDialect: 'ignored',
    },
  },
  {
    id: 'sdk-v2',
    title: 'Hosts made with the SDK 2.x',
    aliases: ['sdk-2'],
    // Measured with @modelcontextprotocol/client 2.4.0.
    revision: '2026-07-28',
    schemas: { noObject: 'list', brokenOutput: 'call', otherDialect: 'call' },
  },
];

/**
 * Finds the profile of a host by its name or an alias; capitals do not matter.
 *
 * @example
 * ```ts
 * import { findHost } from '@formwork/mcp';
 *
 * findHost('nobody'); // undefined
 * ```
 */
export function findHost(name: string): HostProfile | undefined {
  const key = name.trim().toLowerCase().replaceAll(/[ _]+/gu, '-');
  return HOST_PROFILES.find(({ id, aliases }) => id === key || aliases.includes(key));
}
