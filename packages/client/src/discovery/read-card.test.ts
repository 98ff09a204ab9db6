import { expect, test } from 'vitest';
import { leaveOutGaps, readCard } from './read-card.ts';

const good = { id: 'good', name: 'Good', description: '', tags: [] };
const door = { url: 'http://a/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' };
const options = { url: 'http://a/', mayLeaveOut: true };
const card = { name: 'a', skills: [good], supportedInterfaces: [door], capabilities: {} };

test.each([
  [{ skills: [good, null] }, '"/skills/1" is null'],
  [{ skills: [5, good] }, '"/skills/0" is 5'],
  [{ supportedInterfaces: [door, null] }, '"/supportedInterfaces/1" is null'],
  [{ capabilities: { extensions: [null] } }, '"/capabilities/extensions/0" is null'],
  [{ signatures: [null] }, '"/signatures/0" is null'],
  [{ securityRequirements: [null] }, '"/securityRequirements/0" is null'],
  [{ securitySchemes: { key: null } }, '"/securitySchemes/key" is null'],
  [{ skills: [{ ...good, security: [null] }] }, '"/skills/0/security/0" is null'],
  [
    { skills: [{ ...good, securityRequirements: [null] }] },
    '"/skills/0/securityRequirements/0" is null',
  ],
])('%j costs only that part', async (fields, place) => {
  const { card: read, warnings } = await readCard({ ...card, ...fields }, options);
  expect(warnings).toEqual([expect.stringContaining(place)]);
  expect(read.skills.map(({ id }) => id)).toEqual(['good']);
  expect(read.supportedInterfaces).toHaveLength(1);
});

test('a card of 0.3 as well', async () => {
  const legacy = {
    protocolVersion: '0.3.0',
    name: 'a',
    description: '',
    version: '1',
    url: 'http://a/',
    defaultInputModes: [],
    defaultOutputModes: [],
    skills: [null, good],
    additionalInterfaces: [null],
    capabilities: { extensions: [null] },
  };
  const { card: read, warnings } = await readCard(legacy, options);
  expect(warnings).toHaveLength(3);
  expect(read.skills.map(({ id }) => id)).toEqual(['good']);
});

test.each([{}, { skills: [{ id: 'good' }] }, { skills: null, capabilities: null }])(
  'a card of 0.3 with %j needs nothing else but a name and an address',
  async (fields) => {
    const { card: read, warnings } = await readCard(
      { name: 'a', url: 'http://a/', ...fields },
      options,
    );
    expect(warnings).toEqual([]);
    expect(read.skills.map(({ id }) => id)).toEqual(fields.skills?.map(({ id }) => id) ?? []);
    expect(read.supportedInterfaces).toMatchObject([
      { url: 'http://a/', protocolBinding: 'JSONRPC' },
    ]);
  },
);

test('a whole card is left as it is, and many gaps are counted', () => {
  expect(leaveOutGaps(card).raw).toBe(card);
  const { warnings } = leaveOutGaps({ ...card, skills: Array(1000).fill(null) });
  expect(warnings).toHaveLength(11);
  expect(warnings.at(-1)).toBe('990 more parts of the card are left out.');
});
