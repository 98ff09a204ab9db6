import type { ThreadArtifact, ThreadTurn } from '@formwork/react';
import { isRecord, toRecord } from '@formwork/schema/json';
import { readJson } from './draft.ts';
import type { Run, RunInput, RunState } from './run.ts';

const STATES: readonly RunState[] = [
  'unsent',
  'open',
  'asking',
  'others',
  'done',
  'failed',
  'canceled',
  'rejected',
  'broken',
];

/** Reads a run from a value of the browser's storage; `undefined` if the value is not a run. */
export function readRun(value: unknown): Run | undefined {
  if (!isRecord(value)) return undefined;
  const { id, skillId, skillName, owner, taskId, contextId, startedAt, begunAt, endedAt } = value;
  const input = readInput(value['input']);
  const state = STATES.find((name) => name === value['state']);
  if (typeof id !== 'string' || typeof skillId !== 'string') return undefined;
  if (typeof taskId !== 'string' || typeof contextId !== 'string') return undefined;
  if (typeof skillName !== 'string' || !isTime(startedAt)) return undefined;
  if (input === undefined || state === undefined) return undefined;
  const outcome = readOutcome(value['outcome']);
  const storedArtifacts: readonly unknown[] = Array.isArray(value['artifacts'])
    ? value['artifacts']
    : [];
  const artifacts = storedArtifacts.flatMap(readArtifact);
  const [pending] = readPending(value['pending']);
  const turns: readonly unknown[] = Array.isArray(value['turns']) ? value['turns'] : [];
  return {
    id,
    skillId,
    skillName,
    input,
    taskId,
    contextId,
    startedAt,
    // Only the page that sent a run without a task can learn how it ends.
    state: state === 'open' && taskId === '' ? 'unsent' : state,
    turns: turns.flatMap(readTurn),
    ...(typeof owner === 'string' && { owner }),
    ...(isTime(begunAt) && { begunAt }),
    ...(isTime(endedAt) && { endedAt }),
    ...(pending !== undefined && { pending }),
    ...(outcome !== undefined && { outcome }),
    ...(outcome !== undefined && artifacts.length > 0 && { artifacts }),
  };
}

function readInput(value: unknown): RunInput | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, schema, fingerprint, text } = value;
  const names: readonly unknown[] = Array.isArray(value['files']) ? value['files'] : [];
  const fileNames = names.filter((name) => typeof name === 'string');
  const files = fileNames.length > 0 ? { files: fileNames } : {};
  if (kind === 'text' && typeof text === 'string') return { kind, text, ...files };
  const data = readJson(value['data']);
  if (kind !== 'input' || data === undefined) return undefined;
  if (typeof schema !== 'string' || typeof fingerprint !== 'string') return undefined;
  return { kind, schema, fingerprint, data, ...files };
}

function readTurn(value: unknown): readonly ThreadTurn[] {
  if (!isRecord(value) || !isRecord(value['question']) || !isTime(value['answeredAt'])) return [];
  const { prompt, text } = value['question'];
  const answer = readJson(value['answer']);
  if (typeof prompt !== 'string' || typeof text !== 'string' || answer === undefined) return [];
  const question = { prompt, text, number: undefined, refused: [] };
  const elsewhere = value['isElsewhere'] === true ? { isElsewhere: true } : {};
  const turn = { question, answer, answeredAt: value['answeredAt'], ...elsewhere };
  return [{ ...turn, ...readAnswered(value['answeredBy']) }];
}

function readAnswered(value: unknown): Pick<ThreadTurn, 'answeredBy'> {
  if (!isRecord(value)) return {};
  const { id, isByLink, isAutomatic } = value;
  return {
    answeredBy: {
      ...(typeof id === 'string' && { id }),
      ...(isByLink === true && { isByLink }),
      ...(isAutomatic === true && { isAutomatic }),
    },
  };
}

/** Reads an answer that was on its way, with the number of its question, by which it counts once. */
function readPending(value: unknown): readonly ThreadTurn[] {
  const question = toRecord(toRecord(value)['question']);
  const { number } = question;
  return readTurn(value).map((turn) => ({
    ...turn,
    question: { ...turn.question, number: typeof number === 'number' ? number : undefined },
  }));
}

function readArtifact(value: unknown): readonly ThreadArtifact[] {
  if (!isRecord(value)) return [];
  const { artifactId, name, text, isComplete } = value;
  const data = readJson(value['data']);
  if (typeof artifactId !== 'string' || typeof name !== 'string') return [];
  if (typeof text !== 'string' || !Array.isArray(data)) return [];
  return [{ artifactId, name, text, data, files: [], isComplete: isComplete === true }];
}

function readOutcome(value: unknown): Run['outcome'] {
  if (!isRecord(value)) return undefined;
  const { kind, taskId, contextId, text, state, schema } = value;
  if (typeof taskId !== 'string' || typeof contextId !== 'string') return undefined;
  if (typeof text !== 'string' || !isProblems(value['problems'])) return undefined;
  const base = { taskId, contextId, text, problems: value['problems'] };
  if (kind === 'ended' && (state === 'failed' || state === 'canceled' || state === 'rejected')) {
    return { kind, ...base, state };
  }
  if (kind !== 'result' || typeof schema !== 'string') return undefined;
  const data = readJson(value['data']);
  // Files are not stored, so the page asks the agent for the result again.
  return { kind, ...base, schema, files: [], ...(data !== undefined && { data }) };
}

function isProblems(value: unknown): value is NonNullable<Run['outcome']>['problems'] {
  const names = ['pointer', 'keyword', 'expected', 'message'];
  const isProblem = (item: unknown): boolean =>
    isRecord(item) && names.every((name) => typeof item[name] === 'string');
  return Array.isArray(value) && value.every(isProblem);
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= 8.64e15;
}
