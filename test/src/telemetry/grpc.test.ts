import { connect } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import { createGrpcDoor } from '@formwork/server/grpc';
import { context, trace } from '@opentelemetry/api';
import { expect, test } from 'vitest';
import { onTestFinished } from '../support/test-end.ts';
import { startCollector, startMeter } from './collector.ts';

const quiet = (): undefined => undefined;
const word = {
  type: 'object',
  properties: { value: { type: 'string' } },
  required: ['value'],
} as const;

test('a call over gRPC has a span below its caller, and is counted', async () => {
  const collector = await startCollector();
  const meter = startMeter();
  const agent = defineAgent({
    name: 'Echo',
    version: '1',
    skills: [
      defineSkill({
        id: 'echo',
        name: 'Echo',
        description: 'Says it again.',
        tags: [],
        input: { word },
        output: { word },
        run: ({ input }) => input,
      }),
    ],
  });
  const server = createServer(agent, {
    grpc: createGrpcDoor({ port: 0 }),
    logger: { info: quiet, warn: quiet, error: quiet },
  });
  onTestFinished(() => server.close());
  const { url } = await server.listen({ port: 0 });
  const remote = await connect(url, { transports: ['GRPC'] });
  const span = trace.getTracer('own').startSpan('own');
  await context.with(trace.setSpan(context.active(), span), () =>
    remote.skill('echo').call({ value: 'x' }),
  );
  span.end();
  const { traceId, spanId } = span.spanContext();
  const request = { 'formwork.door': 'grpc', 'formwork.method': 'SendMessage' };
  await expect
    .poll(() => collector.spans.map(({ attributes }) => attributes['formwork.door']))
    .toContain('grpc');
  expect(collector.find('formwork.request', request)).toMatchObject({
    traceId,
    parentSpanId: spanId,
  });
  expect(
    await meter.value('formwork_request_duration_seconds_count', {
      door: 'grpc',
      method: 'SendMessage',
      outcome: 'ok',
    }),
  ).toBe(1);
});
