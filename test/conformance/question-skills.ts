import { defineSkill, type AnySkill, type TaskContext } from '@formwork/core';
import { any, describeSkill } from './describe-skill.ts';

const text = { type: 'string' } as const;
const name = { type: 'object', properties: { name: text }, required: ['name'] } as const;
const color = { type: 'object', properties: { color: text }, required: ['color'] } as const;
const person = {
  type: 'object',
  properties: { username: text, email: text },
  required: ['username', 'email'],
} as const;
const consent = {
  type: 'object',
  properties: { ok: { type: 'boolean' } },
  required: ['ok'],
} as const;
const more = { type: 'object', properties: { x: text }, required: ['x'] } as const;
const defaults = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
} as const;
const plain = ['option1', 'option2', 'option3'] as const;
const titled = [
  { const: 'value1', title: 'Option 1' },
  { const: 'value2', title: 'Option 2' },
  { const: 'value3', title: 'Option 3' },
] as const;
const choices = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: plain },
    titledSingle: { type: 'string', oneOf: titled },
    untitledMulti: { type: 'array', items: { type: 'string', enum: plain } },
    titledMulti: { type: 'array', items: { anyOf: titled } },
  },
} as const;

/** Defines a skill that takes any object, runs `run`, and answers with the text that it returns. */
function defineAsker(id: string, run: (task: TaskContext) => Promise<string>): AnySkill {
  return defineSkill({ ...describeSkill(id), input: { any }, run: ({ task }) => run(task) });
}

async function confirm(task: TaskContext): Promise<string> {
  await task.ask('Go on?', { name: 'confirm', schema: consent });
  return 'state-ok';
}

/** The skills of the conformance agent that ask the caller a question before they answer. */
export const questionSkills: readonly AnySkill[] = [
  defineAsker('test_elicitation', async (task) => {
    const content = await task.ask('Who are you?', { schema: person });
    return `User response: action=accept, content=${JSON.stringify(content)}`;
  }),
  defineAsker('test_elicitation_sep1034_defaults', async (task) => {
    await task.ask('Defaults?', { schema: defaults });
    return 'ok';
  }),
  defineAsker('test_elicitation_sep1330_enums', async (task) => {
    await task.ask('Which?', { schema: choices });
    return 'ok';
  }),
  defineAsker('test_input_required_result_elicitation', async (task) => {
    const answer = await task.ask('What is your name?', { name: 'user_name', schema: name });
    return `Hello, ${answer.name}!`;
  }),
  defineAsker('test_input_required_result_request_state', confirm),
  defineAsker('test_input_required_result_tampered_state', confirm),
  defineAsker('test_input_required_result_capabilities', async (task) => {
    const answer = await task.ask('Name?', { name: 'user_name', schema: name });
    return `Hello, ${answer.name}!`;
  }),
  defineAsker('test_streaming_elicitation', async (task) => {
    await task.ask('More?', { name: 'more', schema: more });
    return 'ok';
  }),
  defineAsker('test_input_required_result_multi_round', async (task) => {
    const first = await task.ask('Step 1: your name?', { name: 'step1', schema: name });
    const second = await task.ask('Step 2: a colour?', { name: 'step2', schema: color });
    return `${first.name} likes ${second.color}.`;
  }),
];
