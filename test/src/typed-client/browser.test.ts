import { demoAgent } from '@formwork/demo';
import { createContext, runInContext } from 'node:vm';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { createExecutor } from '../support/fight-agents.ts';
import { startServer } from '../support/start-server.ts';
import { startStockGrpcAgent } from '../support/stock-grpc-agent.ts';

/** The globals that browsers have and an empty JavaScript context lacks. */
const BROWSER_GLOBALS = {
  AbortController,
  AbortSignal,
  Blob,
  crypto,
  DOMException,
  fetch,
  File,
  Headers,
  performance,
  ReadableStream,
  Request,
  Response,
  setTimeout,
  clearTimeout,
  structuredClone,
  TextDecoder,
  TextDecoderStream,
  TextEncoder,
  TransformStream,
  URL,
  URLSearchParams,
};

async function bundle(): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      rolldownOptions: { treeshake: true },
      lib: {
        entry: new URL('../../../packages/client/src/index.ts', import.meta.url).pathname,
        formats: ['iife'],
        name: 'client',
      },
    },
  })) as readonly Rolldown.RolldownOutput[];
  return result[0]?.output[0].code ?? '';
}

test('runs as a bundle in a place without Node and without eval', async () => {
  const code = await bundle();
  expect(code).not.toMatch(/["'`]node:/u);
  // The gRPC packages are mentioned in messages, but their code is not in the bundle.
  expect(code.includes('makeGenericClientConstructor')).toBe(false);
  const { url } = await startServer(demoAgent);
  const { url: grpcUrl } = await startStockGrpcAgent(createExecutor());
  const context = createContext(
    { ...BROWSER_GLOBALS, url, grpcUrl },
    { codeGeneration: { strings: false, wasm: false } },
  );
  runInContext('globalThis.self = globalThis', context);
  runInContext(`${code};globalThis.client = client`, context);
  const result: unknown = await runInContext(
    `(async () => {
      const agent = await client.connect(url);
      const skill = agent.skill('fight-comparison');
      const data = await skill.call({ a: 'Lion', b: 'Ant' });
      const error = await skill.call({ a: 'Lion', bb: 'Ant' }).catch((thrown) => thrown);
      const kinds = [];
      for await (const { kind } of skill.stream({ a: 'Lion', b: 'Ant' })) kinds.push(kind);
      const withoutGrpc = await client.connect(grpcUrl).catch((thrown) => thrown);
      return { data, problems: error.problems, kinds, withoutGrpc: withoutGrpc.message };
    })()`,
    context,
  );
  expect(JSON.parse(JSON.stringify(result))).toMatchObject({
    data: { winner: 'Lion' },
    problems: [{ pointer: '/b', suggestion: 'rename "bb" to "b"' }, { pointer: '/bb' }],
    kinds: expect.arrayContaining(['result']) as unknown,
    withoutGrpc: expect.stringContaining('Browsers have no gRPC') as string,
  });
});
