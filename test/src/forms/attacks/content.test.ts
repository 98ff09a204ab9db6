import type { Json, JsonSchema } from '@formwork/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAttackPage, type AttackPage } from './attack-page.ts';

let opened: AttackPage;
beforeAll(async () => {
  opened = await openAttackPage();
});
afterAll(() => opened.close());

function toGroup(properties: JsonSchema): JsonSchema {
  return { type: 'object', properties };
}

test.each([
  ['a link that is a script', '[x](javascript:document.title="run")'],
  ['an image of elsewhere', '![x](http://127.0.0.1:1/track.png)'],
  [
    'an element that loads',
    '<img src="http://127.0.0.1:1/a.png" onerror="document.title=\'run\'">',
  ],
  [
    'a drawing with a script',
    '<svg onload="document.title=\'run\'"><script>alert(1)</script></svg>',
  ],
  ['a frame', '<iframe src="http://127.0.0.1:1/"></iframe>'],
  ['a style', '<style>body { background: url(http://127.0.0.1:1/b.png) }</style>'],
  ['a form', '<form action="http://127.0.0.1:1/"><button>Send</button></form>'],
])('%s is text, wherever it stands', async (_name, text) => {
  const schema = {
    ...toGroup({
      title: { type: 'string', title: text },
      description: { type: 'string', title: 'A', description: text },
      choice: { enum: [text, 'other'], title: 'B' },
      named: { oneOf: [{ const: 1, title: text }, { const: 2 }], title: 'C' },
      preset: { type: 'string', format: 'uri', default: text, title: 'D' },
      example: { type: 'string', examples: [text], title: 'E' },
      union: { anyOf: [toGroup({ a: { type: 'string' } }), { type: 'array', title: text }] },
      [text]: { type: 'string' },
    }),
    title: text,
    description: text,
  };
  const outcome = await opened.attack({ schema });
  expect(outcome.text).toContain(text);
  const found = await opened.page.evaluate(() => ({
    title: document.title,
    elements: document.querySelectorAll(
      '.fw-form :is(a[href]:not([href^="#"]), img, svg, script, iframe, style, object, embed, form form)',
    ).length,
    styles: document.querySelectorAll('.fw-form [style*="url"]').length,
  }));
  expect(found).toEqual({ title: 'Forms', elements: 0, styles: 0 });
});

test.each([
  ['out of the document', 'http://127.0.0.1:1/schema.json'],
  ['to a file', 'file:///etc/passwd'],
  ['to data', 'data:application/json,{}'],
])('a reference %s is not followed', async (_name, $ref) => {
  const outcome = await opened.attack({ schema: toGroup({ a: { $ref } }), initialData: { a: 1 } });
  expect(outcome.controls).toBe(1);
  expect(outcome.sent).toEqual([{ a: 1 }]);
});

test.each<[string, JsonSchema, Json]>([
  ['properties', toGroup({ ['__proto__']: toGroup({ polluted: { type: 'boolean' } }) }), {}],
  [
    'a default',
    { ...toGroup({ a: {} }), default: JSON.parse('{"__proto__":{"polluted":true}}') },
    {},
  ],
  ['data', toGroup({ a: { type: 'object' } }), JSON.parse('{"a":{"__proto__":{"polluted":true}}}')],
  ['constructor', toGroup({ constructor: toGroup({ prototype: { type: 'string' } }) }), {}],
  [
    'toString',
    { ...toGroup({ toString: { type: 'string' } }), required: ['toString'] },
    { toString: 'x' },
  ],
])('%s with a name of JavaScript change nothing of it', async (_name, schema, initialData) => {
  const outcome = await opened.attack({ schema, initialData });
  const polluted = await opened.page.evaluate(() => Reflect.get({}, 'polluted'));
  expect(polluted).toBeUndefined();
  expect(JSON.stringify(outcome.sent)).toBe(JSON.stringify([initialData]));
});

test('the same $id twice, with the other meaning, does not count', async () => {
  const $id = 'https://example.com/schema';
  const a = (type: string): JsonSchema => ({ $id, ...toGroup({ a: { type } }) });
  expect((await opened.attack({ schema: a('string'), initialData: { a: 'x' } })).sent).toHaveLength(
    1,
  );
  expect((await opened.attack({ schema: a('number'), initialData: { a: 1 } })).sent).toHaveLength(
    1,
  );
  const wrong = await opened.attack({ schema: a('number'), initialData: { a: 'x' } });
  expect(wrong.sent).toEqual([]);
  expect(wrong.problems).toHaveLength(1);
});

test('the same $id twice within one schema leads where the dialect says, or nowhere', async () => {
  const part = (type: string): JsonSchema => ({ $id: 'https://example.com/part', type });
  const schema = {
    ...toGroup({ a: { $ref: 'https://example.com/part' } }),
    $defs: { one: part('string'), two: part('integer') },
  };
  const outcome = await opened.attack({ schema, initialData: { a: true } });
  expect(outcome.reason).toBe('');
  expect(outcome.sent.length + outcome.problems.length).toBeGreaterThan(0);
});

test('letters that turn text round and words without end stay within the form', async () => {
  const title = `\u202Egnihtemos ${'x'.repeat(3000)}`;
  await opened.attack({ schema: toGroup({ a: { type: 'string', title, description: title } }) });
  const widths = await opened.page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    window: window.innerWidth,
  }));
  expect(widths.page).toBeLessThanOrEqual(widths.window);
});

test.each<[string, JsonSchema, Json, boolean]>([
  [
    'at submit',
    toGroup({ a: { type: 'string', pattern: '^(a+)+$' } }),
    { a: `${'a'.repeat(40)}!` },
    false,
  ],
  [
    'for names',
    { type: 'object', patternProperties: { '^(a+)+$': {} } },
    { [`${'a'.repeat(40)}!`]: 1 },
    true,
  ],
  [
    'in an alternative',
    {
      oneOf: [
        toGroup({ a: { type: 'string', pattern: '^(a+)+$', default: `${'a'.repeat(40)}!` } }),
        { type: 'array', title: 'B' },
      ],
    },
    { a: `${'a'.repeat(40)}!` },
    false,
  ],
])(
  'a pattern that explodes %s does not stop the page',
  async (...[, schema, initialData, fits]) => {
    await opened.attack({ schema });
    const outcome = await opened.attack({ schema, initialData });
    expect(outcome.sent).toEqual(fits ? [initialData] : []);
  },
);
