import { defineAgent, defineSkill, TransientError } from '@formwork/core';
import { createMemoryMetrics, openTelemetry } from '@formwork/telemetry';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryEngine } from '../engine/memory-engine.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { EngineStorageError } from '../errors.ts';
import { createAndRun } from '../protocol/send-operations.ts';
import type { Scope } from '../scope.ts';
import { newTask } from '../testing/samples.ts';
import { createRunner } from './create-runner.ts';

const ignore = (): void => undefined;
const SILENT = { info: ignore, warn: ignore, error: ignore };

test('an attempt counts as running no longer than it runs, although its lease is not taken back', async () => {
  const memory = createMemoryEngine();
  const engine: TaskEngine = {
    ...memory,
    release: () => Promise.reject(new EngineStorageError('08006', { isAway: true })),
  };
  const skill = defineSkill({
    id: 'skill',
    name: 'Skill',
    description: 'Tests.',
    tags: [],
    retry: {},
    text: () => {
      throw new TransientError('not now');
    },
  });
  const metrics = createMemoryMetrics();
  const runner = createRunner(
    engine,
    defineAgent({ name: 'Agent', version: '1', skills: [skill] }),
    {
      logger: SILENT,
      telemetry: openTelemetry(metrics),
    },
  );
  onTestFinished(async () => {
    await runner.stop();
    await memory.close();
  });
  const invocation = { kind: 'text', skillId: 'skill', text: '', acceptedOutputModes: [] } as const;
  const task = { ...newTask({ invocation }), scope: '' as Scope };
  await createAndRun({ engine, runner }, task);
  await expect
    .poll(() => metrics.listSpans(task.id))
    .toMatchObject([{ name: 'attempt', attributes: { 'formwork.outcome': 'retry' } }]);
  expect((await metrics.read('running')).map(({ value }) => value)).toEqual([0]);
  expect(await metrics.read('attempts')).toMatchObject([{ attributes: { outcome: 'retry' } }]);
});
