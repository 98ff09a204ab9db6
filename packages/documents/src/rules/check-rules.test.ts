import { expect, test } from 'vitest';
import { listDocumentForms } from '../document-form.ts';
import { checkRules } from './check-rules.ts';

test('of very many unknown names, only the first get a suggestion', () => {
  const [form] = listDocumentForms({ dialect: 'a2a/v1.0', kind: 'card' });
  if (form === undefined) throw new Error('There must be a form.');
  const name = 'a-long-name-of-a-schema-that-nobody-has';
  const unknown = Array.from({ length: 150 }, (_, n) => `${name}${n % 10}`);
  const card = {
    schemas: { [name]: {} },
    skills: [{ id: 's', inputModes: unknown.map((one) => `application/json;schema=${one}`) }],
    securitySchemes: { [name]: {} },
    securityRequirements: unknown.map((one) => ({ schemes: { [one]: {} } })),
  };
  const { problems } = checkRules(card, form);
  for (const rule of ['schema-name', 'security-scheme']) {
    const found = problems.filter(({ keyword }) => keyword === rule);
    expect(found).toHaveLength(150);
    expect(found.filter(({ suggestion }) => suggestion !== undefined)).toHaveLength(100);
  }
});
