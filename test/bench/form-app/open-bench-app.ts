import { defineAgent, defineSkill } from '@formwork/core';
import { demoAgent } from '@formwork/demo';
import { createFormsRouter } from '@formwork/forms';
import type { JsonSchema } from '@formwork/schema';
import { createServer } from '@formwork/server';
import { chromium, type Page } from 'playwright-core';
import { CHROMIUM } from '../../src/support/programs/browsers.ts';
import { getProgram } from '../../src/support/programs/get-program.ts';

/** The schemas of the fields of large forms, used in turn. */
const FIELDS = [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }, { enum: ['a', 'b'] }];

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Served agents, each with the forms page beside it as the demo has it, and a browser. */
export interface BenchApp {
  /** The URL of the demo agent. */
  readonly demo: string;
  /** The URL of an agent with a form of 20 fields. */
  readonly small: string;
  /**
   * The URL of an agent with a form of 200 fields, and a form of a list with an example of 200
   * rows.
   */
  readonly large: string;
  /** Opens a browser page with an empty cache and empty storage. */
  open(): Promise<Page>;
  close(): Promise<void>;
}

function toFields(count: number): JsonSchema {
  const fields = Array.from({ length: count }, (_field, n) => [
    `field${n}`,
    { ...FIELDS[n % FIELDS.length], title: `Field ${n}` },
  ]);
  return { type: 'object', properties: Object.fromEntries(fields) };
}

function createSkill(id: string, schema: JsonSchema, examples: readonly object[] = []) {
  return defineSkill({
    id,
    name: id,
    description: 'Takes what is entered.',
    tags: ['bench'],
    input: { [id.replaceAll('-', '')]: schema },
    examples: [...examples],
    run: () => 'done',
  });
}

function createAgents() {
  const head = { name: 'Bench', description: 'Has forms to be measured.', version: '1.0.0' };
  const items = {
    type: 'object',
    properties: Object.fromEntries(NAMES.map((name) => [name, { type: 'string' }])),
  };
  const rows = { type: 'object', properties: { rows: { type: 'array', items } } };
  const row = Object.fromEntries(NAMES.map((name, n) => [name, `${n}`]));
  const full = { rows: Array.from({ length: 200 }, () => row) };
  return {
    small: defineAgent({ ...head, skills: [createSkill('fields-20', toFields(20))] }),
    large: defineAgent({
      ...head,
      skills: [
        createSkill('fields-20', toFields(20)),
        createSkill('fields-200', toFields(200)),
        createSkill('rows-200', rows, [full, { rows: [] }]),
      ],
    }),
  };
}

/** Serves an agent together with the forms page, as the demo is served. */
async function serve(agent: Parameters<typeof createServer>[0]) {
  const server = createServer(agent, { openTasks: true });
  let listensAt = '';
  const forms = createFormsRouter({ mode: 'one', agentUrl: () => listensAt });
  server.app.use(forms.router);
  listensAt = (await server.listen({ port: 0 })).url;
  return {
    url: listensAt,
    async close() {
      await forms.close();
      await server.close();
    },
  };
}

/** Serves the agents and starts Chromium. The forms page must have been built. */
export async function openBenchApp(): Promise<BenchApp> {
  const agents = createAgents();
  const [demo, small, large] = [
    await serve(demoAgent),
    await serve(agents.small),
    await serve(agents.large),
  ];
  const { file: executablePath } = await getProgram(CHROMIUM);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox'],
  });
  return {
    demo: demo.url,
    small: small.url,
    large: large.url,
    open: async () => (await browser.newContext()).newPage(),
    async close() {
      await browser.close();
      for (const server of [demo, small, large]) await server.close();
    },
  };
}
