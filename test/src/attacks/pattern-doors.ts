import { connect, InvalidInputError, type RemoteAgent } from '@formwork/client';
import { defineSkill, type AnySkill } from '@formwork/core';
import { createRemoteValidator, vetSchemaShape, type Problem } from '@formwork/schema';
import { findGrpcAddress } from '../support/grpc-call.ts';
import type { PatternAttack } from './patterns.ts';

/** The doors at which patterns meet texts: four of an agent, and the form of a page. */
export const PATTERN_DOORS = ['JSON-RPC', 'REST', 'gRPC', 'MCP', 'form'] as const;

type PatternDoor = (typeof PATTERN_DOORS)[number];

/** How a check ended: the text fits, does not match, or takes more steps than allowed. */
type PatternVerdict = 'fits' | 'pattern' | 'timeout';

/** Asks the doors of a server about texts. */
export interface PatternAsker {
  /** Sends a text to the skill at a position, by one door. */
  ask(door: PatternDoor, at: number, text: string): Promise<PatternVerdict>;
}

const toSchema = ({ pattern }: PatternAttack) => ({
  type: 'object',
  properties: { text: { type: 'string', pattern } },
  required: ['text'],
  additionalProperties: false,
});

/** Makes a skill for each pattern, which takes texts that match. */
export function createPatternSkills(attacks: readonly PatternAttack[]): readonly AnySkill[] {
  return attacks.map((attack, at) =>
    defineSkill({
      id: `pattern-${at}`,
      name: `Pattern ${at}`,
      description: 'Takes a text that matches.',
      tags: [],
      input: { [`pattern${at}`]: toSchema(attack) },
      run: () => 'taken',
    }),
  );
}

/** Opens the doors of a server with the skills of patterns: one of `serveAllDoors`, `WITH_GRPC`. */
export async function openPatternDoors(
  url: string,
  attacks: readonly PatternAttack[],
): Promise<PatternAsker> {
  const trustedOrigins = [`http://${await findGrpcAddress(url)}`];
  const agents: Readonly<Record<'JSON-RPC' | 'REST' | 'gRPC', RemoteAgent>> = {
    'JSON-RPC': await connect(url, { transports: ['JSONRPC'] }),
    REST: await connect(url, { transports: ['HTTP+JSON'] }),
    gRPC: await connect(url, { transports: ['GRPC'], trustedOrigins }),
  };
  const forms = attacks.map((attack) => {
    const outcome = vetSchemaShape(toSchema(attack), { patterns: 'run' });
    if (outcome.kind === 'refused') throw new Error(outcome.issues[0]?.message);
    return createRemoteValidator(outcome.vetted);
  });
  return {
    async ask(door, at, text) {
      if (door === 'form') return toVerdict(forms[at]?.check({ text }) ?? []);
      if (door === 'MCP') return askTool(url, at, text);
      try {
        // The client would find the fault by itself.
        await agents[door].skill(`pattern-${at}`).call({ text }, { validateInput: false });
        return 'fits';
      } catch (error) {
        if (error instanceof InvalidInputError) return toVerdict(error.problems);
        throw error;
      }
    },
  };
}

async function askTool(url: string, at: number, text: string): Promise<PatternVerdict> {
  const name = `demo_pattern-${at}`;
  const version = '2026-07-28';
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name,
        arguments: { text },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': version,
          'io.modelcontextprotocol/clientCapabilities': {},
          'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
        },
      },
    }),
  });
  const answer = await response.text();
  const [, keyword] = /"keyword":"(pattern|timeout)"/u.exec(answer) ?? [];
  if (keyword === 'pattern' || keyword === 'timeout') return keyword;
  // What the agent refuses is told in words only.
  if (answer.includes('must be a value that can be checked in time')) return 'timeout';
  if (answer.includes('taken')) return 'fits';
  throw new Error(`The tool answered ${response.status}: ${answer.slice(0, 500)}`);
}

function toVerdict([problem]: readonly Problem[]): PatternVerdict {
  const { keyword } = problem ?? {};
  if (keyword === undefined) return 'fits';
  if (keyword === 'pattern' || keyword === 'timeout') return keyword;
  throw new Error(`The text was refused for another reason: ${problem?.message}`);
}
