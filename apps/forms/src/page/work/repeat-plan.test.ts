import type { AgentDescription } from '@formwork/client';
import { describe, expect, test } from 'vitest';
import type { Run } from '../history/run.ts';
import { keepsId, planRepeat } from './repeat-plan.ts';

const SCHEMA = {
  kind: 'usable',
  name: 'order',
  fingerprint: 'sha',
  schema: { type: 'object', properties: { thing: { type: 'string' } } },
} as const;

function describeAgent(schema: object = SCHEMA): AgentDescription {
  // Only its skills are read.
  return { skills: [{ id: 'order', inputs: [schema] }] } as unknown as AgentDescription;
}

const RUN: Run = {
  id: 'm',
  skillId: 'order',
  skillName: 'Order',
  input: { kind: 'input', schema: 'order', fingerprint: 'sha', data: { thing: 'Tea' } },
  taskId: '',
  contextId: '',
  startedAt: 1,
  state: 'unsent',
  turns: [],
};

describe('a run that is sent again', () => {
  test('keeps its id if the agent may not have got it, and is another one else', () => {
    expect(planRepeat(RUN, describeAgent(), true)).toEqual({ kind: 'resend' });
    expect(planRepeat(RUN, describeAgent(), false)).toMatchObject({
      kind: 'send',
      data: { thing: 'Tea' },
    });
    const end = { kind: 'ended', taskId: '', contextId: '', text: '', problems: [] } as const;
    const outcome = { ...end, state: 'canceled' } as const;
    const canceled: Run = { ...RUN, state: 'canceled', outcome };
    expect(planRepeat(canceled, describeAgent(), false)).toEqual({ kind: 'resend' });
    expect(planRepeat({ ...canceled, taskId: 't' }, describeAgent(), false).kind).toBe('send');
    const text: Run = { ...RUN, input: { kind: 'text', text: 'Tea, please' } };
    expect(planRepeat(text, describeAgent(), true)).toEqual({ kind: 'resend' });
    expect(planRepeat(text, describeAgent(), false)).toEqual({
      kind: 'write',
      text: 'Tea, please',
    });
  });

  test.each([true, false])(
    'is looked at first if something is missing (unsent: %s)',
    (isUnsent) => {
      const secret = { type: 'object', properties: { password: { type: 'string' } } };
      const files: Run = { ...RUN, input: { ...RUN.input, files: ['a.pdf'] } };
      const text: Run = { ...RUN, input: { kind: 'text', text: '', files: ['a.pdf'] } };
      const edit = { kind: 'edit' };
      expect(planRepeat(RUN, describeAgent({ ...SCHEMA, schema: secret }), isUnsent)).toEqual(edit);
      expect(planRepeat(RUN, describeAgent({ ...SCHEMA, fingerprint: 'x' }), isUnsent)).toEqual(
        edit,
      );
      expect(planRepeat(RUN, describeAgent({ ...SCHEMA, name: 'x' }), isUnsent)).toEqual(edit);
      expect(planRepeat(files, describeAgent(), isUnsent)).toEqual(edit);
      expect(planRepeat(text, describeAgent(), isUnsent)).toEqual({ kind: 'edit' });
    },
  );

  test('is offered under its own id only if it is sent whole, because another one is done in addition', () => {
    const secret = { type: 'object', properties: { password: { type: 'string' } } };
    expect(keepsId(RUN, describeAgent())).toBe(true);
    expect(keepsId(RUN, describeAgent({ ...SCHEMA, schema: secret }))).toBe(false);
    expect(keepsId(RUN, describeAgent({ ...SCHEMA, fingerprint: 'x' }))).toBe(false);
    expect(keepsId({ ...RUN, input: { ...RUN.input, files: ['a'] } }, describeAgent())).toBe(false);
  });
});
