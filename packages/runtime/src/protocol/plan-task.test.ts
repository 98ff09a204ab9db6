import { defineAgent, defineSkill } from '@formwork/core';
import { expect, test } from 'vitest';
import { TruncatedTexts } from '../runner/truncated-texts.ts';
import { textMessage } from '../testing/samples.ts';
import { planTask } from './plan-task.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const skills = NAMES.map((name) =>
  defineSkill({
    id: name,
    name,
    description: name,
    tags: [],
    input: { [name]: { type: 'object', required: [name], properties: { [name]: {} } } },
    run: () => 'done',
  }),
);
const agent = defineAgent({ name: 'Five', version: '1', skills });
const texts = new TruncatedTexts({ warn: () => undefined });
const options = { acceptedOutputModes: [], user: undefined, onTitleError: () => undefined, texts };

test.each([
  ['{"c":1}', { kind: 'task', invocation: { skillId: 'c', schema: 'c' } }],
  ['{"x":1}', { kind: 'answer' }],
] as const)(
  'others have a turn after each schema with which %s is compared',
  async (text, plan) => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    expect(await planTask(agent, textMessage(text), options)).toMatchObject(plan);
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(NAMES.length);
  },
);

test('a text that is no JSON is planned at once', () => {
  expect(planTask(agent, textMessage('Hello'), options)).toMatchObject({ kind: 'answer' });
});

test('a title that is cut within a character gets U+FFFD, and a warning that names its skill', async () => {
  const warned: unknown[] = [];
  const input = { note: { type: 'object' } };
  const about = { id: 'note', name: 'Note', description: 'Notes.', tags: [], input };
  const skill = defineSkill({ ...about, title: () => 'Cut \uD83D', run: () => 'done' });
  const plan = await planTask(
    defineAgent({ name: 'One', version: '1', skills: [skill] }),
    textMessage('{}'),
    { ...options, texts: new TruncatedTexts({ warn: (_text, fields) => warned.push(fields) }) },
  );
  expect(plan).toMatchObject({ metadata: { title: 'Cut \uFFFD' } });
  expect(warned).toEqual([{ place: 'the title of note, at 4' }]);
});
