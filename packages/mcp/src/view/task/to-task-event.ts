import type { SourceQuestion, TaskEvent } from '@formwork/client';
import type { Json } from '@formwork/schema';
import type { Envelope } from '../../catalog/envelope-schema.ts';
import { isRecord } from '../host/host-link.ts';
import type { ReadAnswer } from './read-answer.ts';

type Ended = Extract<TaskEvent, { readonly kind: 'ended' }>;

/** States of a task that has ended without a result, as codes of the bridge. */
const ENDED: ReadonlyMap<string, Ended['state']> = new Map([
  ['failed', 'failed'],
  ['rejected', 'rejected'],
  ['canceled', 'canceled'],
]);

/** What the answer of a tool says of its task. */
export function toTaskEvent(answer: ReadAnswer): TaskEvent {
  const { isError, envelope, text, data, code, problems, conclusion, files } = answer;
  if (envelope !== undefined && (!isError || envelope.state !== 'completed')) {
    return fromEnvelope(envelope, answer);
  }
  const base = { taskId: '', contextId: '' };
  if (!isError) {
    const known = data === undefined ? {} : { data };
    const said = data === undefined ? text : '';
    const concluded = conclusion === '' ? {} : { conclusion };
    const shown = { text: said, ...concluded, files };
    return { kind: 'result', ...base, schema: '', ...known, ...shown, problems: [] };
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

function fromEnvelope(envelope: Envelope, { progress, files }: ReadAnswer): TaskEvent {
  const { state, task_id: taskId = '', context_id: contextId = '', text = '' } = envelope;
  const base = { taskId, contextId };
  switch (state) {
    case 'working':
      return { kind: 'progress', ...base, ...progress };
    case 'input_required':
      return { kind: 'question', ...base, question: toQuestion(envelope) };
    case 'auth_required':
      return { kind: 'authorization', ...base, text, url: envelope.url };
    case 'canceled':
      return { kind: 'ended', ...base, state, text, problems: [] };
    case 'completed': {
      const { output, schema = '' } = envelope;
      // What came as JSON is JSON.
      const known = output === undefined ? {} : { data: output as Json };
      return { kind: 'result', ...base, schema, ...known, text, files, problems: [] };
    }
  }
}

function toQuestion({ question }: Envelope): SourceQuestion {
  const { text = '', reply_schema: schema } = question ?? {};
  const base = { prompt: text, text, number: undefined, refused: [] };
  return isRecord(schema) ? { ...base, form: { name: '', schema } } : base;
}
