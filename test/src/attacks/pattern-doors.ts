import { createEnvelope } from '@formwork/adapters';
import { connect, InvalidInputError, type RemoteAgent } from '@formwork/client';
import { defineSkill, type AnySkill } from '@formwork/core';
import { createRemoteValidator, vetSchemaShape, type Problem } from '@formwork/schema';
import { ENVELOPE_AGENT, PUBLIC_FORMS_PATH } from '../support/all-doors.ts';
import { findGrpcAddress } from '../support/grpc-call.ts';
import type { PatternAttack } from './patterns.ts';

/** The doors at which patterns meet texts: those of an agent, its public form, and the form of a page. */
export const PATTERN_DOORS = [
  'JSON-RPC',
  'JSON-RPC 0.3',
  'REST',
  'gRPC',
  'MCP',
  'session',
  'envelope',
  'public form',
  'form',
] as const;

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
      publish: { form: true },
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
  const posts: Readonly<Record<PostedDoor, Post>> = {
    'JSON-RPC 0.3': (at, text) => post(`${url}/a2a`, toLegacyRequest(at, text)),
    MCP: (at, text) => post(`${url}/mcp`, toToolCall(at, text), toToolHeaders(at)),
    session: (at, text) => postToSession(url, at, text),
    envelope: (at, text) => post(`${url}/messages`, toEnvelope(at, text)),
    'public form': (at, text) =>
      post(`${url}${PUBLIC_FORMS_PATH}/pattern-${at}/send`, toSubmission(at, text)),
  };
  const forms = attacks.map((attack) => {
    const outcome = vetSchemaShape(toSchema(attack), { patterns: 'run' });
    if (outcome.kind === 'refused') throw new Error(outcome.issues[0]?.message);
    return createRemoteValidator(outcome.vetted);
  });
  return {
    async ask(door, at, text) {
      if (door === 'form') return toVerdict(forms[at]?.check({ text }) ?? []);
      if (isPosted(door)) return readVerdict(await posts[door](at, text));
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

/** The doors that get a request written here, because no client of ours speaks their protocol. */
const POSTED_DOORS = ['JSON-RPC 0.3', 'MCP', 'session', 'envelope', 'public form'] as const;

type PostedDoor = (typeof POSTED_DOORS)[number];

/** Sends a text to the skill at a position, and returns the answer. */
type Post = (at: number, text: string) => Promise<string>;

function isPosted(door: PatternDoor): door is PostedDoor {
  return POSTED_DOORS.some((one) => one === door);
}

async function post(url: string, body: object, headers: object = {}): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return response.text();
}

const toMediaType = (at: number): string => `application/json;schema=pattern${at}`;

function toLegacyRequest(at: number, text: string): object {
  const part = { kind: 'data', data: { text }, metadata: { mimeType: toMediaType(at) } };
  const message = { kind: 'message', role: 'user', messageId: crypto.randomUUID(), parts: [part] };
  return { jsonrpc: '2.0', id: 1, method: 'message/send', params: { message } };
}

async function postToSession(url: string, at: number, text: string): Promise<string> {
  const opened = JSON.parse(await post(`${url}/sessions-api/sessions`, {})) as {
    readonly session: { readonly id: string };
  };
  const artifacts = [{ id: '1', type: toMediaType(at), data: { text } }];
  const path = `/sessions-api/sessions/${opened.session.id}/messages`;
  return post(`${url}${path}`, { role: 'user', content: '', artifacts });
}

function toEnvelope(at: number, text: string): object {
  return createEnvelope({
    type: 'request',
    sender: 'pattern-caller',
    recipient: ENVELOPE_AGENT,
    payload: { method: `pattern-${at}/pattern${at}`, parameters: { text } },
  });
}

function toSubmission(at: number, text: string): object {
  return {
    kind: 'input',
    messageId: crypto.randomUUID(),
    schema: `pattern${at}`,
    data: { text },
  };
}

const MCP_VERSION = '2026-07-28';

function toToolHeaders(at: number): object {
  return {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': MCP_VERSION,
    'mcp-method': 'tools/call',
    'mcp-name': `demo_pattern-${at}`,
  };
}

function toToolCall(at: number, text: string): object {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': MCP_VERSION,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
  };
  const params = { name: `demo_pattern-${at}`, arguments: { text }, _meta: meta };
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
}

function readVerdict(answer: string): PatternVerdict {
  if (answer.includes('taken')) return 'fits';
  if (answer.includes('must be a value that can be checked in time')) return 'timeout';
  if (answer.includes('must be a string that matches')) return 'pattern';
  throw new Error(`The door answered: ${answer.slice(0, 500)}`);
}

function toVerdict([problem]: readonly Problem[]): PatternVerdict {
  const { keyword } = problem ?? {};
  if (keyword === undefined) return 'fits';
  if (keyword === 'pattern' || keyword === 'timeout') return keyword;
  throw new Error(`The text was refused for another reason: ${problem?.message}`);
}
