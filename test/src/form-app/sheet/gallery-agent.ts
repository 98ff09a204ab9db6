import { type Addressee, defineAgent, defineSkill, PublicError } from '@formwork/core';
import { demoAgent } from '@formwork/demo';

const address = {
  type: 'object',
  title: 'Address',
  properties: {
    street: { type: 'string', title: 'Street' },
    code: { type: 'string', title: 'Postal code', maxLength: 10 },
    city: { type: 'string', title: 'City', maxLength: 40 },
  },
  required: ['street', 'city'],
} as const;

/** A form with each kind of part that people meet: alternatives, rows, a duration, addresses. */
const household = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name', minLength: 1, description: 'As on the passport' },
    email: { type: 'string', title: 'E-mail', format: 'email' },
    site: { type: 'string', title: 'Home page', format: 'uri' },
    rooms: { type: 'integer', title: 'Rooms', default: 4, minimum: 1, maximum: 20 },
    notice: { type: 'string', title: 'Notice', format: 'duration' },
    pay: {
      title: 'Pay',
      oneOf: [
        {
          type: 'object',
          title: 'Card',
          properties: {
            kind: { const: 'card' },
            holder: { type: 'string', title: 'Name on the card' },
            until: { type: 'string', title: 'Valid until', maxLength: 5 },
          },
          required: ['kind', 'holder', 'until'],
        },
        {
          type: 'object',
          title: 'Bank',
          properties: {
            kind: { const: 'bank' },
            owner: { type: 'string', title: 'Account owner' },
            bank: { type: 'string', title: 'Bank' },
          },
          required: ['kind', 'owner', 'bank'],
        },
      ],
    },
    children: {
      type: 'array',
      title: 'Children',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', title: 'Name' },
          born: { type: 'string', title: 'Born', format: 'date' },
        },
        required: ['name'],
      },
    },
    shipping: { ...address, title: 'Shipping address' },
  },
  required: ['name', 'email', 'pay'],
} as const;

const booking = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name', minLength: 1, maxLength: 40 },
    guests: { type: 'integer', title: 'Guests', minimum: 1, maximum: 12, default: 2 },
    day: { type: 'string', title: 'Day', format: 'date' },
    time: { type: 'string', title: 'Time', format: 'time' },
    place: { title: 'Place', enum: ['inside', 'terrace', 'garden'] },
    wishes: { type: 'string', title: 'Wishes', maxLength: 500 },
  },
  required: ['name', 'guests', 'day'],
} as const;

const survey = {
  type: 'object',
  properties: Object.fromEntries(
    ['You', 'Your work', 'Your tools', 'Your wishes'].flatMap((section, group) =>
      ['Name', 'Since', 'How often', 'Why'].map((title, n) => [
        `f${group}${n}`,
        {
          title: `${title} (${section.toLowerCase()})`,
          'x-formwork-ui': { section, ...(n === 2 && { widget: 'rating' }) },
          ...(n === 2 ? { type: 'integer', minimum: 1, maximum: 5 } : { type: 'string' }),
        },
      ]),
    ),
  ),
  required: ['f00', 'f10', 'f20', 'f30'],
};

/** A form of two hundred fields in twenty groups, each of which requires two. */
const audit = {
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: 20 }, (_group, group) => [
      `area${group + 1}`,
      {
        type: 'object',
        title: `Area ${group + 1}`,
        properties: Object.fromEntries(
          Array.from({ length: 10 }, (_field, n) => [
            `check${n + 1}`,
            n % 4 === 3
              ? { type: 'boolean', title: `Check ${n + 1} passed` }
              : { type: 'string', title: `Finding ${n + 1}`, maxLength: n % 2 === 0 ? 200 : 40 },
          ]),
        ),
        required: ['check1', 'check2'],
      },
    ]),
  ),
  required: Array.from({ length: 20 }, (_group, group) => `area${group + 1}`),
};

const stock = {
  type: 'object',
  properties: {
    items: {
      type: 'array',
      title: 'Items',
      'x-formwork-ui': { widget: 'spreadsheet' },
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', title: 'Name', minLength: 1 },
          code: { type: 'string', title: 'Code', maxLength: 12 },
          count: { type: 'integer', title: 'Count', minimum: 0 },
          price: { type: 'number', title: 'Price' },
        },
        required: ['name', 'count'],
      },
    },
  },
  required: ['items'],
} as const;

const teams = {
  type: 'object',
  properties: {
    teams: {
      type: 'array',
      title: 'Teams',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', title: 'Name' },
          lead: { type: 'string', title: 'Lead' },
          load: { type: 'number', title: 'Load', minimum: 0, maximum: 1 },
          skills: { type: 'array', title: 'Skills', items: { type: 'string' } },
          office: address,
          notes: { type: 'string', title: 'Notes' },
        },
      },
    },
  },
} as const;

const decision = {
  type: 'object',
  properties: {
    approved: { type: 'boolean', title: 'Approve' },
    note: { type: 'string', title: 'Note', maxLength: 300 },
  },
  required: ['approved'],
} as const;

const base = { tags: ['office'] } as const;
const done = { type: 'object', properties: { done: { type: 'boolean', title: 'Done' } } } as const;

const LONG_TEXT = `# Minutes of the meeting

The threads met on **Monday**. It decided on three points:

1. The office moves to the *second floor* in March.
2. The budget for travel stays as it is.
3. New chairs are ordered, as [listed here](https://example.com/chairs).

## What was said

> A desk by the window for everybody is not possible, but nobody sits in the corridor any more.

${'The plan was read aloud, and each of its parts was discussed at length before the vote. '.repeat(6)}

| Room | Desks | Free |
| --- | ---: | ---: |
| North | 12 | 3 |
| South | 8 | 0 |
`;

/** An agent whose skills lead to the states of the page that those of the demo do not reach. */
export const galleryAgent = defineAgent({
  name: 'Back office',
  description: 'Books tables, keeps households, counts stock and asks before it spends.',
  version: '1.0.0',
  ...(demoAgent.icon !== undefined && { icon: demoAgent.icon }),
  skills: [
    ...demoAgent.skills,
    defineSkill({
      ...base,
      id: 'book',
      name: 'Book a Table',
      description: 'Books a table for a group.',
      input: { booking },
      output: { done },
      run: () => ({ done: true }),
    }),
    defineSkill({
      ...base,
      id: 'household',
      name: 'Register a Household',
      description: 'Registers who lives where, and who pays.',
      input: { household },
      output: { done },
      run: () => ({ done: true }),
    }),
    defineSkill({
      ...base,
      id: 'survey',
      name: 'Answer a Survey',
      description: 'Asks about you and your work.',
      input: { survey },
      output: { done },
      run: () => ({ done: true }),
    }),
    defineSkill({
      ...base,
      id: 'audit',
      name: 'Audit Areas',
      description: 'Takes two hundred findings.',
      input: { audit },
      output: { done },
      run: () => ({ done: true }),
    }),
    defineSkill({
      ...base,
      id: 'stock',
      name: 'Count Stock',
      description: 'Takes a list of items as a spreadsheet.',
      input: { stock },
      output: { done },
      run: () => ({ done: true }),
    }),
    defineSkill({
      ...base,
      id: 'teams',
      name: 'List Teams',
      description: 'Lists the teams of the office.',
      input: {
        anything: {
          type: 'object',
          properties: { all: { type: 'boolean', title: 'Also former teams' } },
        },
      },
      output: { teams },
      run: () => ({
        teams: ['Kitchen', 'Garden', 'Archive'].map((name, n) => ({
          name,
          lead: ['Ada', 'Kim', 'Lee'][n] ?? '',
          load: 0.25 + n * 0.3,
          skills: ['Planning', 'Care'].slice(0, 1 + (n % 2)),
          office: { street: `Long Street ${n + 1}`, code: '10117', city: 'Berlin' },
          notes: 'Meets every Monday at nine, in the room beside the stairs.',
        })),
      }),
    }),
    defineSkill({
      ...base,
      id: 'minutes',
      name: 'Read Minutes',
      description: 'Shows the minutes of the last meeting.',
      text: () => LONG_TEXT,
    }),
    defineSkill({
      ...base,
      id: 'close',
      name: 'Close an Account',
      description: 'Fails with a reason.',
      input: {
        account: {
          type: 'object',
          properties: { number: { type: 'string', title: 'Number' } },
          required: ['number'],
        },
      },
      output: { done },
      run({ input }) {
        throw new PublicError(`Account ${input.number} has open bills. Pay them first.`);
      },
    }),
    defineSkill({
      ...base,
      id: 'spend',
      name: 'Spend',
      description: 'Spends money that somebody has approved.',
      input: {
        purchase: {
          type: 'object',
          properties: {
            what: { type: 'string', title: 'What for' },
            euros: { type: 'number', title: 'Euros' },
            hours: { type: 'number', title: 'Hours until it is late', default: 24 },
          },
          required: ['what', 'euros'],
        },
      },
      output: {
        receipt: { type: 'object', properties: { euros: { type: 'number', title: 'Spent' } } },
      },
      async run({ input: { what, euros, hours = 24 }, task }) {
        const to: readonly Addressee[] = ['role:approver'];
        const { approved } = await task.ask(`Spend ${euros} EUR on ${what}?`, {
          name: 'decision',
          schema: decision,
          to,
          about: { what, euros, 'cost centre': '4711 Facilities' },
          dueInMs: Math.max(1, hours * 3_600_000),
        });
        return { euros: approved ? euros : 0 };
      },
    }),
  ],
});
