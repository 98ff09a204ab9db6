import { createExample, createValidator, type Json, type JsonSchema } from '@formwork/schema';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, Server, type Tool } from '@modelcontextprotocol/server';
import express from 'express';
import fc from 'fast-check';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { HostResult } from '../mcp/hosts.ts';
import { bridgeBack, toEssence, toShown } from './bridge-back.ts';

const key = fc.stringMatching(/^[a-z][A-Za-z0-9_]{0,8}$/u);
const words = fc.record(
  { description: fc.stringMatching(/^[A-Za-z][A-Za-z ,]{0,20}[a-z]$/u) },
  { requiredKeys: [] },
);

const scalar: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.record(
    {
      type: fc.constant('string'),
      minLength: fc.nat(3),
      maxLength: fc.integer({ min: 4, max: 20 }),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    { type: fc.constantFrom('number', 'integer'), minimum: fc.integer({ min: -9, max: 0 }) },
    { requiredKeys: ['type'] },
  ),
  fc.constant({ type: 'boolean' }),
  fc
    .record({ enum: fc.uniqueArray(key, { minLength: 1, maxLength: 4 }) })
    .map((one) => ({ type: 'string', ...one })),
);

const { object } = fc.letrec<{ object: JsonSchema; any: JsonSchema }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(scalar, words).map(([schema, said]) => ({ ...schema, ...said })),
    tie('any').map((items) => ({ type: 'array', items })),
    tie('object'),
  ),
  object: fc
    .record({
      properties: fc.dictionary(key, tie('any'), { maxKeys: 4, noNullPrototype: true }),
      closed: fc.boolean(),
      needed: fc.boolean(),
    })
    .map(({ properties, closed, needed }) => ({
      type: 'object',
      properties,
      ...(needed && Object.keys(properties).length > 0 && { required: Object.keys(properties) }),
      ...(closed && { additionalProperties: false }),
    })),
}));

/** Generates tool names: some with legal characters only, some with any characters. */
const toolName = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_.-]{1,128}$/u),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
);

interface GeneratedTool {
  readonly name: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema | undefined;
  readonly texts: readonly string[];
  readonly fails: boolean;
}

const tools: fc.Arbitrary<GeneratedTool[]> = fc.uniqueArray(
  fc.record({
    name: toolName,
    inputSchema: object,
    outputSchema: fc.option(object, { nil: undefined }),
    texts: fc.array(fc.stringMatching(/^[A-Za-z][A-Za-z0-9 .,]{0,40}[a-z]$/u), {
      minLength: 1,
      maxLength: 3,
    }),
    fails: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8, selector: ({ name }) => name },
);

function toExample(schema: JsonSchema): Json {
  return createExample(schema, createValidator(schema)) as Json;
}

function toResult({ outputSchema, texts, fails }: GeneratedTool): HostResult {
  const content = texts.map((text) => ({ type: 'text', text }));
  if (fails) return { content, isError: true };
  if (outputSchema === undefined) return { content };
  const data = toExample(outputSchema);
  return {
    content: [{ type: 'text', text: JSON.stringify(data) }],
    structuredContent: data as Readonly<Record<string, unknown>>,
  };
}

/** Serves generated tools over MCP, and records in `got` the arguments of each call. */
async function serveTools(set: readonly GeneratedTool[], got: Map<string, unknown>) {
  const handler = createMcpHandler(() => {
    const server = new Server({ name: 'generated', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({
      tools: set.map(({ name, inputSchema, outputSchema }) => ({
        name,
        inputSchema,
        ...(outputSchema && { outputSchema }),
      })) as unknown as Tool[],
    }));
    server.setRequestHandler('tools/call', ({ params }) => {
      const tool = set.find(({ name }) => name === params.name);
      if (tool === undefined) throw new Error(`There is no tool ${params.name}.`);
      got.set(tool.name, params.arguments);
      return toResult(tool) as never;
    });
    return server;
  });
  const handle = toNodeHandler(handler);
  const app = express();
  app.use(async (request, response) => {
    await handle(request, response);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test('MCP -> A2A -> MCP is the identity on names, schemas, arguments and results', async () => {
  await fc.assert(
    fc.asyncProperty(tools, async (set) => {
      const got = new Map<string, unknown>();
      const { mcp, tools: back, call } = await bridgeBack(await serveTools(set, got));
      expect(mcp.refused).toEqual([]);
      expect([...back.keys()].toSorted()).toEqual(set.map(({ name }) => name).toSorted());
      for (const tool of set) {
        const own = back.get(tool.name);
        expect(own?.inputSchema).toEqual(toShown(tool.inputSchema));
        if (tool.outputSchema !== undefined) {
          expect(own?.outputSchema).toEqual(toShown(tool.outputSchema));
        }
        const args = toExample(tool.inputSchema) as object;
        const came = await call(tool.name, args);
        expect(got.get(tool.name)).toEqual(args);
        const isStructured = tool.outputSchema !== undefined;
        if (tool.fails) {
          expect(came).toMatchObject({ isError: true });
          expect(came.content[0]?.['text']).toContain(tool.texts.join('\n'));
        } else
          expect(toEssence(came, isStructured)).toEqual(toEssence(toResult(tool), isStructured));
      }
    }),
    { numRuns: 12 },
  );
});
