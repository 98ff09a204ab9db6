// Serves the agent of `formwork.ts` with everything on that a public agent needs, or (without keys)
// with everything off.
//   node guarded-formwork.ts [KEYS OF THE ISSUER AS JWKS]
import { defineAgent, defineSkill } from '@formwork/core';
import { createJwtAuthentication, createServer, type CallerLimits } from '@formwork/server';
import { createSigningKey } from '@formwork/trust';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  InMemorySpanExporter,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import { announce, compare } from './compare.ts';
import { fightComparison, fightResponse } from './schemas.ts';

const [keys] = process.argv.slice(2);
const skill = defineSkill({
  id: 'fight-comparison',
  name: 'Fight Comparison',
  description: 'Compares.',
  tags: [],
  input: { fightComparison },
  output: { fightResponse },
  run: ({ input }) => compare(input),
});
const agent = defineAgent({ name: 'Bench', version: '1', skills: [skill] });

/** Limits that count requests as any others do, but that no benchmark reaches. */
const LIMITS: CallerLimits = { requestsPerMinute: 1e9, requestsPerMinutePerAddress: 1e9 };

function traceOneInHundred(): void {
  const exporter = new InMemorySpanExporter();
  setInterval(() => exporter.reset(), 500).unref();
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(0.01) }),
      spanProcessors: [new BatchSpanProcessor(exporter)],
    }),
  );
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
}

if (keys !== undefined) traceOneInHundred();
const server = createServer(
  agent,
  keys === undefined
    ? { limits: false }
    : {
        limits: LIMITS,
        authenticate: createJwtAuthentication({
          issuer: 'http://127.0.0.1/issuer',
          audience: 'bench',
          keys: JSON.parse(keys),
        }),
        requireAuthentication: true,
        signCard: { keys: [await createSigningKey()] },
      },
);
const { url } = await server.listen({ port: 0 });
announce(Number(new URL(url).port));
