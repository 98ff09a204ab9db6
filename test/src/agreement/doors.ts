import { connect, InvalidInputError, type RemoteAgent } from '@formwork/client';
import { defineAgent, defineSkill, type Agent } from '@formwork/core';
import { createBridge, createMcpRouter } from '@formwork/mcp';
import type { Json, JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { createAgentRouter } from '@formwork/server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import express from 'express';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { tryForms } from '../forms/corpus/try-forms.ts';

/**
 * The places where a value is judged: by the agent itself, its client, a form, the MCP bridge, and
 * `formwork validate`.
 */
export const DOORS = ['own', 'foreign', 'form', 'bridge', 'terminal'] as const;

export type Door = (typeof DOORS)[number];

/**
 * The verdict on a value. `altered`: the form sends another value. `unjudged`: the place leaves the
 * value to the agent, and says so.
 */
type Verdict = 'valid' | 'invalid' | 'altered' | 'unjudged';

/** The verdicts of several places on one value, and the schema that the value is judged by. */
export interface Judgement {
  readonly schema: JsonSchema;
  readonly value: Json;
  /**
   * The verdicts on the value, by the place that judged it; places that were not asked are absent.
   */
  readonly verdicts: Readonly<Partial<Record<Door, Verdict>>>;
}

/** A schema, and values to be judged by it. */
export interface Subject {
  readonly schema: JsonSchema;
  readonly values: readonly Json[];
}

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

const CLI = fileURLToPath(new URL('../../../packages/cli/bin/formwork.cjs', import.meta.url));

/** Makes an agent with one skill for each schema, which tells what it has taken. */
function defineAgentOf(schemas: readonly JsonSchema[], onTaken: (input: unknown) => void): Agent {
  return defineAgent({
    name: 'Doors',
    version: '1',
    description: 'Takes what fits.',
    skills: schemas.map((schema, at) =>
      defineSkill({
        id: `skill-${at}`,
        name: `Skill ${at}`,
        description: 'Takes what fits.',
        tags: [],
        input: { [`s${at}`]: schema },
        run: ({ input }) => {
          onTaken(input);
          return 'taken';
        },
      }),
    ),
  });
}

/**
 * Judges the values of some schemas at the given places: over HTTP, in a browser page and in
 * processes.
 */
export async function judgeAtDoors(
  subjects: readonly Subject[],
  page: Page,
  doors: readonly Door[] = DOORS,
): Promise<readonly Judgement[]> {
  let taken: unknown;
  const agentOfAll = defineAgentOf(
    subjects.map(({ schema }) => schema),
    (input) => (taken = input),
  );
  const served = await serve(agentOfAll);
  try {
    const agent = await connect(served.url);
    const bridged = await openBridge(served, () => taken);
    const ask: Readonly<
      Record<Door, (at: number, subject: Subject) => Promise<readonly Verdict[]>>
    > = {
      own: (at, { values }) => askEach(values, (value) => judgeByAgent(agent, at, value)),
      foreign: (at, { values }) => askEach(values, (value) => judgeByClient(agent, at, value)),
      bridge: (at, { values }) => askEach(values, (value) => bridged.judge(at, value)),
      form: (_at, subject) => judgeByForms(page, subject),
      terminal: (_at, subject) => judgeByTerminal(subject),
    };
    const judgements: Judgement[] = [];
    for (const [at, subject] of subjects.entries()) {
      const verdicts: (readonly [Door, readonly Verdict[]])[] = [];
      for (const door of doors) verdicts.push([door, await ask[door](at, subject)]);
      for (const [position, value] of subject.values.entries()) {
        const own = verdicts.map(([door, list]) => [door, list[position]] as const);
        judgements.push({ schema: subject.schema, value, verdicts: Object.fromEntries(own) });
      }
    }
    await bridged.close();
    return judgements;
  } finally {
    served.close();
  }
}

async function askEach(
  values: readonly Json[],
  judge: (value: Json) => Verdict | Promise<Verdict>,
): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  // One call after the other, because the number of messages at the agent tells how each call
  // ended.
  for (const value of values) verdicts.push(await judge(value));
  return verdicts;
}

interface Served {
  readonly url: string;
  /** Returns the number of messages that came to the agent. */
  readonly count: () => number;
  readonly close: () => void;
}

async function serve(agent: Agent): Promise<Served> {
  let messages = 0;
  const app = express();
  const server: Server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app.use((request, _response, next) => {
    if (request.method === 'POST') messages += 1;
    next();
  });
  const mounted = createAgentRouter(agent, { publicUrl: url, logger: SILENT });
  app.use(mounted.router);
  return {
    url,
    count: () => messages,
    close() {
      void mounted.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function judgeByAgent(agent: RemoteAgent, at: number, value: Json): Promise<Verdict> {
  try {
    await agent.skill(`skill-${at}`).call(value, { validateInput: false });
    return 'valid';
  } catch (error) {
    if (error instanceof InvalidInputError) return 'invalid';
    throw error;
  }
}

function judgeByClient(agent: RemoteAgent, at: number, value: Json): Verdict {
  const schema = agent.schema(`s${at}`);
  if (schema.kind === 'refused') return 'unjudged';
  return schema.check(value).length === 0 ? 'valid' : 'invalid';
}

interface Bridged {
  judge(at: number, value: Json): Promise<Verdict>;
  close(): Promise<void>;
}

/** Starts an MCP bridge and a host that is connected to it over HTTP. */
async function openBridge(served: Served, getTaken: () => unknown): Promise<Bridged> {
  const bridge = createBridge({ agents: [{ alias: 'doors', url: served.url }] });
  const { router, close } = createMcpRouter(bridge, {});
  const server = express().use('/mcp', router).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new Client({ name: 'doors', version: '1' }, { capabilities: {} });
  const { port } = server.address() as AddressInfo;
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
  const { tools } = await client.listTools();
  return {
    async judge(at, value) {
      const tool = tools.find(({ name }) => new RegExp(`skill[-_]${at}$`, 'u').test(name));
      // The SDKs of MCP drop that name from arguments.
      const isCarried = !JSON.stringify(value).includes('"__proto__":');
      if (tool === undefined || !isCarried) return 'unjudged';
      const wrapper = findWrapper(tool.inputSchema);
      const before = served.count();
      const args = wrapper === undefined ? value : { [wrapper]: value };
      await client.callTool({ name: tool.name, arguments: args as Record<string, unknown> });
      // The bridge passes on only valid input, so the agent gets a message exactly if the input is
      // valid.
      if (served.count() === before) return 'invalid';
      // It leaves out a null where none is allowed, as hosts send for what is left out.
      return countNulls(getTaken()) < countNulls(value) ? 'invalid' : 'valid';
    },
    async close() {
      await client.close();
      await close();
      await bridge.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Finds the name of the only argument of a tool, if that argument wraps the input because the input
 * cannot be the arguments themselves.
 */
function findWrapper({ properties, additionalProperties }: JsonSchema): string | undefined {
  const [name, other] = isRecord(properties) ? Object.keys(properties) : [];
  const isWrapper = name === 'input' || name === 'value';
  return isWrapper && other === undefined && additionalProperties === false ? name : undefined;
}

/**
 * Judges values by filling forms in a page: a form sends a valid value unchanged, and shows the
 * faults of any other.
 */
async function judgeByForms(page: Page, { schema, values }: Subject): Promise<readonly Verdict[]> {
  const outcomes = await tryForms(
    page,
    values.map((data) => ({ schema, data })),
  );
  return outcomes.map(({ drawn, sent, changes }, at): Verdict => {
    if (drawn !== 'fields') return 'unjudged';
    if (sent === undefined) return 'invalid';
    // The order of members means nothing in JSON.
    const isSame = isDeepStrictEqual(JSON.parse(sent), values[at]);
    return isSame && changes === 0 ? 'valid' : 'altered';
  });
}

/** Judges all values at once with `formwork validate`. */
async function judgeByTerminal({ schema, values }: Subject): Promise<readonly Verdict[]> {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-doors-'));
  const file = join(folder, 'schema.json');
  writeFileSync(file, JSON.stringify(schema));
  const names = values.map((value, at) => {
    const name = join(folder, `${at}.json`);
    writeFileSync(name, JSON.stringify(value));
    return name;
  });
  const output = await new Promise<string>((resolve) => {
    const args = [CLI, 'validate', ...names, '--as', file, '--json'];
    execFile(process.execPath, args, { maxBuffer: 2 ** 26 }, (_error, stdout) => resolve(stdout));
  });
  rmSync(folder, { recursive: true });
  const { documents } = JSON.parse(output) as {
    readonly documents: readonly { readonly file: string; readonly valid: boolean }[];
  };
  return names.map((name) => {
    const found = documents.find(({ file: own }) => own === name);
    return found === undefined ? 'unjudged' : found.valid ? 'valid' : 'invalid';
  });
}

/** Lists the judgements in which a place that gave a verdict disagrees with the agent. */
export function listDisagreements(judgements: readonly Judgement[]): readonly Judgement[] {
  return judgements.filter(({ verdicts }) =>
    Object.values(verdicts).some((verdict) => verdict !== 'unjudged' && verdict !== verdicts.own),
  );
}

function countNulls(value: unknown): number {
  if (value === null) return 1;
  if (typeof value !== 'object') return 0;
  return Object.values(value).reduce((sum: number, member) => sum + countNulls(member), 0);
}
