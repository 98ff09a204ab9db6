import { expect, test } from 'vitest';
import { toAgentCard } from '../card/agent-card.ts';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '../extension.ts';
import { defineAgent } from './define-agent.ts';
import { defineSkill } from './define-skill.ts';

const BASE = {
  id: 'ask',
  name: 'Ask',
  description: 'Asks.',
  tags: [],
  input: { question: { type: 'object', properties: { text: { type: 'string' } } } },
  run: () => 'done',
} as const;

/** Lists the faults of `publish` in a definition. */
function listFaults(fields: object): readonly string[] {
  const skill = defineSkill({ ...BASE, ...fields });
  return skill.issues.filter(({ code }) => code === 'publish').map(({ message }) => message);
}

test('a skill may be published, with texts, and the card says so', () => {
  expect(listFaults({})).toEqual([]);
  expect(listFaults({ publish: {} })).toEqual([]);
  expect(listFaults({ publish: { form: false }, scopes: ['a'] })).toEqual([]);
  expect(defineSkill(BASE).publicForm).toBeUndefined();
  const form = { title: 'Ask us', intro: 'Anything', submitLabel: 'Ask', accent: '#0B57d0' };
  const asked = defineSkill({ ...BASE, publish: { form } });
  expect(asked.issues).toEqual([]);
  expect(asked.publicForm).toEqual(form);
  const told = defineSkill({ ...BASE, id: 'tell', publish: { form: true } });
  const agent = defineAgent({ name: 'A', version: '1.0.0', skills: [asked, told] });
  const url = 'https://agent.example/a2a';
  const card = toAgentCard(agent, {
    interfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    streaming: true,
    pushNotifications: false,
  });
  expect(card).toMatchObject({
    capabilities: {
      extensions: [
        {},
        { uri: FOLLOW_UP_FORMS_EXTENSION_URI, params: { publicForms: ['ask', 'tell'] } },
      ],
    },
  });
});

test('what cannot be published is a fault that names the field', () => {
  const published = { publish: { form: true } };
  expect(listFaults({ ...published, scopes: ['a'] })[0]).toContain('scopes must be absent');
  expect(listFaults({ ...published, scopes: ['a'], visibility: 'permitted' })).toHaveLength(2);
  const { input: _input, run: _run, ...words } = BASE;
  const skill = defineSkill({ ...words, text: () => 'done', ...published });
  expect(skill.issues.map(({ message }) => message).join('\n')).toContain('input must have one');
  for (const [publish, part] of [
    [true, 'publish must be an object such as { form: true }: current value is boolean true'],
    [{ page: true }, 'current value has "page"'],
    [{ form: 'yes' }, 'publish.form must be true, false or an object of texts'],
    [{ form: { colour: '#fff' } }, 'current value has "colour"'],
    [{ form: { accent: 'red' } }, 'publish.form.accent must be a colour such as "#0b57d0"'],
    [{ form: { title: '' } }, 'publish.form.title must be text of 1 to 2000 characters'],
  ] as const) {
    expect(listFaults({ publish })[0]).toContain(part);
  }
});
