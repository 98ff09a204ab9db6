import type { SourceEvent, SourceQuestion } from '@formwork/client';
import type { Json } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import type { ResultEnvelope } from '../../catalog/envelope-schema.ts';
import type { ReadAnswer } from './read-answer.ts';

type Ended = Extract<SourceEvent, { readonly kind: 'ended' }>;

/** The states of a task that has ended without a result, by the bridge's error codes. */
const ENDED: ReadonlyMap<string, Ended['state']> = new Map([
  ['failed', 'failed'],
  ['rejected', 'rejected'],
  ['declined', 'rejected'],
  ['canceled', 'canceled'],
]);

/** Turns the answer of a tool into the event that it reports of its task. */
export function readSourceEvent(answer: ReadAnswer): SourceEvent {
  const { isError, envelope, text, data, code, problems, conclusion, files } = answer;
  if (envelope !== undefined && (!isError || envelope.state !== 'completed')) {
    return readEnvelopeEvent(envelope, answer);
  }
  const base = { taskId: '', contextId: '' };
  if (!isError) {
    const dataPart = data === undefined ? {} : { data };
    const shownText = data === undefined ? text : '';
    const concluded = conclusion === '' ? {} : { conclusion };
    const shown = { text: shownText, ...concluded, files };
    return { kind: 'result', ...base, schema: '', ...dataPart, ...shown, problems: [] };
  }
  const state = ENDED.get(code);
  if (state !== undefined) return { kind: 'ended', ...base, state, text, problems };
  return {
    kind: 'failure',
    ...base,
    code: code === 'input_invalid' ? 'INPUT_INVALID' : code,
    reason: '',
    message: text,
    problems,
  };
}

function readEnvelopeEvent(envelope: ResultEnvelope, { progress, files }: ReadAnswer): SourceEvent {
  const { state, task_id: taskId = '', context_id: contextId = '', text = '' } = envelope;
  const base = { taskId, contextId };
  switch (state) {
    case 'working':
      return { kind: 'progress', ...base, ...progress };
    case 'input_required':
      return { kind: 'question', ...base, question: readQuestion(envelope) };
    case 'auth_required':
      return { kind: 'authorization', ...base, text, url: envelope.url };
    case 'canceled':
      return { kind: 'ended', ...base, state, text, problems: [] };
    case 'completed': {
      const { output, schema = '' } = envelope;
      // The value was parsed from JSON.
      const dataPart = output === undefined ? {} : { data: output as Json };
      return { kind: 'result', ...base, schema, ...dataPart, text, files, problems: [] };
    }
  }
}

function readQuestion({ question }: ResultEnvelope): SourceQuestion {
  const { text = '', reply_schema: schema } = question ?? {};
  const base = { prompt: text, text, number: undefined, refused: [] };
  return isRecord(schema) ? { ...base, form: { name: '', schema } } : base;
}
