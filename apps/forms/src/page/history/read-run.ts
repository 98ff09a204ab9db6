import { isRecord, type Json } from '@formwork/core';
import type { Run, RunInput, RunResult, RunState } from './run.ts';

const STATES: readonly RunState[] = [
  'open',
  'asking',
  'done',
  'failed',
  'canceled',
  'rejected',
  'broken',
];

/** A run from what a store holds; `undefined` if it is none. */
export function readRun(value: unknown): Run | undefined {
  if (!isRecord(value)) return undefined;
  const { id, skillId, skillName, taskId, contextId, startedAt, endedAt } = value;
  const input = readInput(value['input']);
  const state = STATES.find((known) => known === value['state']);
  if (typeof id !== 'string' || typeof skillId !== 'string') return undefined;
  if (typeof taskId !== 'string' || typeof contextId !== 'string') return undefined;
  if (typeof skillName !== 'string' || !isTime(startedAt)) return undefined;
  if (input === undefined || state === undefined) return undefined;
  const result = readResult(value['result']);
  return {
    id,
    skillId,
    skillName,
    input,
    taskId,
    contextId,
    startedAt,
    state,
    ...(isTime(endedAt) && { endedAt }),
    ...(result !== undefined && { result }),
  };
}

/** JSON from JSON: what a store holds was written as such. */
export function readJson(value: unknown): Json | undefined {
  if (value === undefined) return undefined;
  const json: Json = JSON.parse(JSON.stringify(value));
  return json;
}

function readInput(value: unknown): RunInput | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, schema, fingerprint, text } = value;
  if (kind === 'text' && typeof text === 'string') return { kind, text };
  const data = readJson(value['data']);
  if (kind !== 'input' || data === undefined) return undefined;
  if (typeof schema !== 'string' || typeof fingerprint !== 'string') return undefined;
  return { kind, schema, fingerprint, data };
}

function readResult(value: unknown): RunResult | undefined {
  if (!isRecord(value)) return undefined;
  const { schema, text, problems, isCut } = value;
  if (typeof schema !== 'string' || typeof text !== 'string') return undefined;
  if (typeof problems !== 'number') return undefined;
  const data = readJson(value['data']);
  return { schema, text, problems, isCut: isCut === true, ...(data !== undefined && { data }) };
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= 8.64e15;
}
