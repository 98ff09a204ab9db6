import type { JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { PublishedSchema } from './published-schema.ts';

/**
 * Starts an MCP server and asks for its tools over standard input and output. Returns the input
 * schemas of the tools and, where declared, the output schemas.
 */
export async function listTools(
  program: string,
  options: readonly string[] = [],
): Promise<readonly PublishedSchema[]> {
  const server = spawn(process.execPath, [program, ...options], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // The environment is empty, so that no server can read credentials from it.
    env: {},
  });
  const send = (message: object): void => {
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  try {
    send({
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'forms', version: '1.0.0' },
      },
    });
    for await (const line of createInterface({ input: server.stdout })) {
      const answer: unknown = JSON.parse(line);
      if (!isRecord(answer)) continue;
      if (answer['id'] === 1) {
        send({ method: 'notifications/initialized' });
        send({ id: 2, method: 'tools/list' });
      }
      if (answer['id'] === 2 && isRecord(answer['result'])) return toSchemas(answer['result']);
    }
    throw new Error(`Cannot list the tools of ${program} because it must answer before it ends.`);
  } finally {
    server.kill();
  }
}

function toSchemas({ tools }: JsonSchema): readonly PublishedSchema[] {
  if (!Array.isArray(tools)) return [];
  return tools.filter(isRecord).flatMap((tool) =>
    ['inputSchema', 'outputSchema'].flatMap((member): readonly PublishedSchema[] => {
      const schema = tool[member];
      if (!isRecord(schema)) return [];
      return [{ name: `${String(tool['name'])} ${member}`, schema, examples: [] }];
    }),
  );
}
