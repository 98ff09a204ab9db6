import { expect, test } from 'vitest';
import { readCard } from '../card/card-view.ts';
import { toSettings } from '../conformance-options.ts';
import { findInputs } from './skill-inputs.ts';

test('skills that inherit very many modes are looked at until there are enough inputs', () => {
  const card = readCard({
    name: 'Evil',
    skills: Array.from({ length: 1000 }, (_, n) => ({ id: `skill${n}` })),
    defaultInputModes: Array.from({ length: 1000 }, (_, n) => `application/json;schema=a${n}`),
  });
  const { leftOut } = findInputs(card, toSettings({}));
  // One line for each schema that was looked for, and one for each skill after these.
  expect(leftOut.length).toBeLessThan(1300);
});

test('a schema named like a member of every object takes no given input', () => {
  const card = readCard({
    name: 'Odd',
    skills: [{ id: 'toString', inputModes: ['application/json;schema=valueOf'] }],
    schemas: { valueOf: { type: 'object' } },
  });
  const { inputs } = findInputs(card, toSettings({}));
  expect(inputs).toMatchObject([{ schema: 'valueOf', valid: {} }]);
});
