import {
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
  type InputRequiredResult,
  type McpRequestContext,
  type ServerContext,
  UrlElicitationRequiredError,
  type Tool,
} from '@modelcontextprotocol/server';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';

const TASKS = 'io.modelcontextprotocol/tasks';

/** Two bytes, in base64, that are neither text nor a picture. */
const BYTES = Buffer.from([0xff, 0x00, 0x7f]).toString('base64');

const any = { type: 'object' } as const;
const text = (...texts: readonly string[]): CallToolResult => ({
  content: texts.map((said) => ({ type: 'text', text: said })),
});

const colour = {
  type: 'object',
  properties: { colour: { type: 'string', enum: ['red', 'blue'] } },
  required: ['colour'],
} as const;

const coats = {
  ...colour,
  properties: { ...colour.properties, coats: { type: 'integer', default: 2 } },
} as const;

/** Tools that break the rules of MCP, each in a way that makes some hosts drop the whole list. */
const BAD_TOOLS = [
  { name: 'bad-none' },
  { name: 'bad-root', inputSchema: { type: 'array' } },
  {
    name: 'bad-pattern',
    inputSchema: { ...any, properties: { a: { type: 'string', pattern: '(' } } },
  },
  {
    name: 'bad-reference',
    inputSchema: { ...any, properties: { a: { $ref: 'https://example.com/s' } } },
  },
  { name: 'bad-dialect', inputSchema: { ...any, $schema: 'https://example.com/own' } },
  { name: 'bad-output', inputSchema: any, outputSchema: 5 },
  { name: 7, inputSchema: any },
  { name: 'long'.repeat(300), inputSchema: any },
  { name: 'say', inputSchema: any },
] as const;

const TOOLS = [
  {
    name: 'sum',
    title: 'Add numbers',
    description: 'Adds two numbers.',
    inputSchema: {
      ...any,
      properties: { a: { type: 'number' }, b: { type: 'number', default: 0 } },
      required: ['a'],
      additionalProperties: false,
    },
    outputSchema: { ...any, properties: { sum: { type: 'number' } }, required: ['sum'] },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  },
  { name: 'list', inputSchema: any, outputSchema: { type: 'array', items: { type: 'integer' } } },
  { name: 'say', inputSchema: any },
  { name: 'media', inputSchema: any },
  { name: 'fail', inputSchema: any },
  { name: 'broken', inputSchema: any, outputSchema: { ...any, required: ['there'] } },
  { name: 'slow', inputSchema: any },
  { name: 'crash', inputSchema: any },
  { name: 'crash/once?', inputSchema: any, annotations: { idempotentHint: true } },
  { name: 'ask', inputSchema: any },
  { name: 'visit', inputSchema: any },
  { name: 'work', inputSchema: any },
  { name: 'environment', inputSchema: any },
  { name: 'grow', inputSchema: any },
];

const tasks = new Map<string, Record<string, unknown>>();

/**
 * The options of {@link createFixtureServer}: where to log calls, and whether to list bad tools.
 */
export interface FixtureSettings {
  /** The file to which the server writes what happens, one word per line. Default: none. */
  readonly log?: string | undefined;
  /** True if the server also lists {@link BAD_TOOLS}. Default false. */
  readonly bad?: boolean;
  /** False lets tasks of the tool `work` go on until they are canceled. Default true: they ask. */
  readonly asks?: boolean;
  /** Returns the tools that the server lists besides, and may change. Default: none. */
  readonly extra?: () => readonly unknown[];
  /** The number of pages of the list of tools, each of which takes 100 ms. Default: one, at once. */
  readonly pages?: number;
}

/** Makes an MCP server for tests whose tools do what their arguments say. */
export function createFixtureServer(
  { era }: Pick<McpRequestContext, 'era'>,
  { log, bad = false, asks = true, extra = () => [], pages }: FixtureSettings,
): Server {
  const note = (word: string): void => {
    if (log !== undefined) appendFileSync(log, `${word}\n`);
  };
  const server = new Server(
    { name: 'fixture', version: '1.2.3' },
    {
      capabilities: { tools: { listChanged: true }, extensions: { [TASKS]: {} } },
      instructions: 'Tools for tests.',
    },
  );
  let more: readonly unknown[] = [];
  let hidden: unknown;
  let hasVisited = false;
  server.setRequestHandler('tools/list', async ({ params }) => {
    const tools = [
      ...TOOLS.filter(({ name }) => name !== hidden),
      ...(bad ? BAD_TOOLS : []),
      ...more,
      ...extra(),
    ] as unknown as Tool[];
    if (pages === undefined) return { tools };
    const page = Number(params?.cursor ?? 1);
    // Real time: the client's own limit cannot be moved.
    await setTimeout(100);
    return { tools: page === 1 ? tools : [], ...(page < pages && { nextCursor: `${page + 1}` }) };
  });

  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name, arguments: args = {} } = params;
    note(`call ${name}`);
    const result = await call(name, args, context);
    const tool = TOOLS.find((candidate) => candidate.name === name);
    return isResult(result) ? server.projectCallToolResult(result, tool?.outputSchema) : result;
  });

  async function call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    context: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult> {
    const { signal, inputResponses = {} } = context.mcpReq;
    switch (name) {
      case 'sum':
        return toStructured({ sum: Number(args['a']) + Number(args['b'] ?? 0) });
      case 'pair':
        return toStructured({ result: 5 });
      case 'list':
        return toStructured([1, 2, 3]);
      case 'say':
        return text(...(args['texts'] as readonly string[]));
      case 'media':
        return {
          content: [
            { type: 'text', text: 'Look:' },
            { type: 'image', data: BYTES, mimeType: 'image/png' },
            { type: 'audio', data: BYTES, mimeType: 'audio/wav' },
            { type: 'resource', resource: { uri: 'file:///notes/a.txt', text: 'A note' } },
            {
              type: 'resource',
              resource: { uri: 'file:///b.bin', blob: BYTES, mimeType: 'application/x-b' },
            },
            { type: 'resource_link', uri: 'https://files.example.com/c.pdf', name: 'c.pdf' },
          ],
        };
      case 'fail':
        return { ...text(...listReasons(args['characters'])), isError: true };
      case 'broken':
        return toStructured({ elsewhere: true });
      case 'slow': {
        const { _meta: meta } = context.mcpReq;
        const token = meta?.progressToken;
        for (let done = 1; done <= 4; done += 1) {
          if (token !== undefined) {
            await context.mcpReq.notify({
              method: 'notifications/progress',
              params: { progressToken: token, progress: done, total: 4, message: `step ${done}` },
            });
          }
          // Real time: this server is a program of its own, which a test cannot release.
          await setTimeout(Number(args['ms'] ?? 100), undefined, { signal }).catch(
            (error: unknown) => {
              note('cancelled');
              throw error;
            },
          );
        }
        return text('slept');
      }
      case 'crash':
        process.exit(3);
      // oxlint-disable-next-line no-fallthrough -- the process is gone
      case 'crash/once?':
        if (
          log !== undefined &&
          existsSync(log) &&
          !readFileSync(log, 'utf8').includes('crashed')
        ) {
          note('crashed');
          process.exit(3);
        }
        return text('alive');
      case 'ask': {
        const second = inputResponse(inputResponses, 'r');
        if (second.kind === 'elicit') {
          return text(`then ${second.action} ${JSON.stringify(second.content ?? null)}`);
        }
        const answer = inputResponse(inputResponses, 'q');
        if (answer.kind !== 'elicit') {
          const requestedSchema = (args['coats'] === true ? coats : colour) as never;
          const request = inputRequired.elicit({ message: 'Which colour?', requestedSchema });
          return inputRequired({ inputRequests: { q: request }, requestState: 'asked' });
        }
        note(`answered ${answer.action}`);
        if (args['again'] === true) {
          const requestedSchema = coats as never;
          const request = inputRequired.elicit({ message: 'How many coats?', requestedSchema });
          return inputRequired({ inputRequests: { r: request }, requestState: 'again' });
        }
        return text(`${answer.action} ${JSON.stringify(answer.content ?? null)}`);
      }
      case 'visit': {
        if (args['first'] === true && !hasVisited) {
          hasVisited = true;
          const url = 'https://login.example.com/start';
          const visit = { mode: 'url', elicitationId: 'v', message: 'Sign in.', url } as const;
          throw new UrlElicitationRequiredError([visit]);
        }
        if (args['first'] === true) return text('visited first');
        const answer = inputResponse(inputResponses, 'q');
        if (answer.kind !== 'elicit') {
          const url = 'https://login.example.com/start';
          const request = inputRequired.elicitUrl({ message: 'Sign in.', url });
          return inputRequired({ inputRequests: { q: request } });
        }
        return text(`visited: ${answer.action}`);
      }
      case 'work':
        return era === 'modern' ? beginTask(args['wide'] === true) : text('done at once');
      case 'grow':
        // The first call announces a change of the tools but changes nothing; with `really` a tool
        // is added.
        if (args['really'] === true) more = [{ name: 'grown', inputSchema: any }];
        ({ without: hidden } = args);
        await server.sendToolListChanged();
        return text('grown');
      case 'environment':
        return text(JSON.stringify({ ...process.env, pid: process.pid, cwd: process.cwd() }));
      default:
        throw new Error(`There is no tool ${name}.`);
    }
  }

  function beginTask(isWide: boolean): InputRequiredResult {
    const taskId = crypto.randomUUID();
    const task: Record<string, unknown> = {
      resultType: 'complete',
      taskId,
      status: 'working',
      statusMessage: 'At it',
      createdAt: new Date().toISOString(),
      lastUpdatedAt: new Date().toISOString(),
      ttlMs: 60_000,
      pollIntervalMs: 50,
    };
    tasks.set(taskId, task);
    async function work(): Promise<void> {
      // Real time: this server is a program of its own, which a test cannot release.
      await setTimeout(150);
      const requestedSchema = colour as never;
      const q = inputRequired.elicit({ message: 'Which colour?', requestedSchema });
      Object.assign(task, { status: 'input_required', inputRequests: { q } });
    }
    if (isWide) {
      const result = { resultType: 'complete', ...toStructured({ n: 2 ** 60 }) };
      Object.assign(task, { status: 'completed', result });
    } else if (asks) void work();
    return { ...task, status: 'working', resultType: 'task' } as unknown as InputRequiredResult;
  }

  if (era === 'modern') {
    const params = z.looseObject({ taskId: z.string() });
    const find = (taskId: string): Record<string, unknown> => tasks.get(taskId) ?? {};
    server.setRequestHandler('tasks/get', { params }, ({ taskId }) => ({ ...find(taskId) }));
    server.setRequestHandler('tasks/update', { params }, (own, context) => {
      const task = find(own.taskId);
      if (task['status'] !== 'input_required') {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Nothing is asked.');
      }
      const responses = (own['inputResponses'] ?? context.mcpReq.inputResponses ?? {}) as never;
      const answer = inputResponse(responses, 'q');
      delete task['inputRequests'];
      const said = answer.kind === 'elicit' ? JSON.stringify(answer.content) : 'nothing';
      const result = { resultType: 'complete', ...text(`painted ${said}`) };
      Object.assign(task, { status: 'completed', result });
      return {};
    });
    server.setRequestHandler('tasks/cancel', { params }, ({ taskId }) => {
      note('task cancelled');
      Object.assign(find(taskId), { status: 'cancelled' });
      return {};
    });
  }
  return server;
}

function isResult(answer: CallToolResult | InputRequiredResult): answer is CallToolResult {
  return 'content' in answer;
}

function toStructured(value: unknown): CallToolResult {
  return { content: [], structuredContent: value };
}

function listReasons(characters: unknown): readonly string[] {
  const isLong = typeof characters === 'number';
  return isLong ? ['x'.repeat(characters)] : ['The kettle is empty.', 'Fill it first.'];
}
