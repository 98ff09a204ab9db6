import type { AgentDescription, SourceQuestion, SourceEvent } from '@formwork/client';

const task = { taskId: 't-1', contextId: 'c-1' } as const;

/** The description of the agent with which the page converses. */
export const DESCRIPTION: AgentDescription = {
  name: 'Travel desk',
  description: 'Plans journeys.',
  version: '1.0.0',
  origin: 'https://travel.example',
  url: 'https://travel.example/a2a',
  binding: 'JSONRPC',
  protocolVersion: '1.0',
  provider: '',
  warnings: [],
  credentials: [],
  skills: [
    {
      id: 'plan-trip',
      name: 'Plan a trip',
      description: 'Plans a stay, day by day.',
      tags: [],
      examples: [],
      fileTypes: [],
      takesText: true,
      inputs: [
        {
          kind: 'usable',
          name: 'trip',
          fingerprint: '',
          schema: {
            type: 'object',
            properties: {
              city: { type: 'string', title: 'City' },
              startDate: { type: 'string', format: 'date', title: 'First day' },
              guests: { type: 'integer', title: 'Travellers' },
              interests: { type: 'array', title: 'Interests', items: { type: 'string' } },
              hotel: { type: 'boolean', title: 'With a hotel' },
            },
          },
        },
      ],
      outputs: [
        {
          kind: 'usable',
          name: 'itinerary',
          fingerprint: '',
          schema: {
            type: 'object',
            properties: {
              title: { type: 'string', title: 'Trip' },
              fit: { type: 'number', minimum: 0, maximum: 1, title: 'Fit' },
              days: {
                type: 'array',
                title: 'Days',
                items: {
                  type: 'object',
                  properties: {
                    date: { type: 'string', format: 'date', title: 'Date' },
                    plan: { type: 'string', title: 'Plan' },
                  },
                },
              },
            },
          },
        },
      ],
    },
  ],
};

export const SENT = {
  kind: 'input',
  skillId: 'plan-trip',
  schema: 'trip',
  data: {
    city: 'Lisbon',
    startDate: '2027-04-12',
    guests: 2,
    interests: ['food', 'music'],
    hotel: true,
  },
} as const;

const asking = (question: Partial<SourceQuestion>): SourceEvent => ({
  kind: 'question',
  ...task,
  question: { prompt: 'Which name?', text: 'Which name?', number: 1, refused: [], ...question },
});

/** The events that the scripted agent can send, by name. */
export const EVENTS = {
  working: { kind: 'progress', ...task, text: 'Looking for trains', fraction: 0.4 },
  begun: { kind: 'progress', ...task, text: '' },
  piece: {
    kind: 'artifact',
    ...task,
    artifactId: 'a',
    name: 'Notes',
    text: 'Trains leave every hour. ',
    data: [{ line: 'IC 512', price: 12.5 }],
    files: [],
    append: false,
    last: false,
  },
  rows: {
    kind: 'artifact',
    ...task,
    artifactId: 'rows',
    name: 'Trains',
    text: '',
    // Members come in different orders, as programs write them; the last item has another shape.
    data: [
      ...Array.from({ length: 57 }, (_, n) =>
        n % 2 === 0 ? { train: `IC ${n}`, seats: n } : { seats: n, train: `IC ${n}` },
      ),
      { note: 'No more trains' },
    ],
    files: [],
    append: false,
    last: true,
  },
  form: asking({
    prompt: 'How many days do you want to stay?',
    text: 'How many days do you want to stay?\nAnswer with JSON.',
    form: {
      name: 'stay',
      schema: {
        type: 'object',
        properties: { days: { type: 'integer', minimum: 1, title: 'Days' } },
        required: ['days'],
      },
    },
  }),
  text: asking({ prompt: 'Under which name?', text: 'Under which name?' }),
  others: asking({
    prompt: 'May we pay 1,204 EUR?',
    text: 'May we pay 1,204 EUR?\nAnswer with JSON.',
    number: 4,
    form: { name: 'decision', schema: { type: 'boolean' } },
    assignment: {
      to: ['role:approver', 'user:lee'],
      about: { total: 1204 },
      fourEyes: true,
      claimedBy: 'kim',
      askedAt: '2027-01-01T10:00:00.000Z',
      dueAt: '2027-01-02T10:00:00.000Z',
      isOverdue: true,
    },
  }),
  refusedForm: asking({
    prompt: 'Your address?',
    text: 'Your address?',
    number: 3,
    refused: [
      {
        severity: 'error',
        code: 'schema-reference',
        pointer: '/properties/a',
        message: 'A reference leads out of the schema: https://elsewhere.example/x',
      },
    ],
  }),
  refusal: {
    kind: 'failure',
    ...task,
    code: 'INPUT_INVALID',
    reason: '',
    message: 'Cannot send the input because it must fit its schema.',
    problems: [
      { pointer: '/days', keyword: 'maximum', expected: '<= 30', message: 'must be at most 30' },
    ],
  },
  consent: {
    kind: 'authorization',
    ...task,
    text: 'Let me read your calendar.\nhttps://calendar.example/grant?id=1',
    url: 'https://calendar.example/grant?id=1',
    number: 3,
  },
  result: {
    kind: 'result',
    ...task,
    schema: 'itinerary',
    data: {
      title: 'Two days in Lisbon',
      fit: 0.9,
      days: [
        { date: '2027-04-12', plan: 'Old town' },
        { date: '2027-04-13', plan: 'Belém' },
      ],
    },
    text: '',
    files: [],
    problems: [],
  },
  concluded: {
    kind: 'result',
    ...task,
    schema: 'itinerary',
    data: { title: 'One day in Lisbon', fit: 0.4, days: [] },
    // The client copies the conclusion here if an agent sends only data.
    text: 'Two museums are closed.',
    conclusion: 'Two museums are closed.',
    files: [],
    problems: [],
  },
  mismatch: {
    kind: 'result',
    ...task,
    schema: 'itinerary',
    data: { title: 5 },
    text: '',
    files: [],
    problems: [
      { pointer: '/title', keyword: 'type', expected: 'string', message: 'must be string' },
    ],
  },
  ended: {
    kind: 'ended',
    ...task,
    state: 'rejected',
    text: 'There are no trains on that day.',
    problems: [
      { pointer: '/startDate', keyword: 'agent', expected: 'valid', message: 'must be a workday' },
    ],
  },
  canceled: { kind: 'ended', ...task, state: 'canceled', text: '', problems: [] },
  failed: {
    kind: 'failure',
    ...task,
    code: 'REQUEST_FAILED',
    reason: 'UNAUTHENTICATED',
    message: 'The agent answers with an error: No',
    problems: [],
  },
  lost: {
    kind: 'failure',
    ...task,
    code: 'REQUEST_FAILED',
    reason: 'NETWORK',
    message: 'Cannot do the request because the connection must hold.',
    problems: [],
  },
} as const satisfies Readonly<Record<string, SourceEvent>>;

/** Makes an event with a named artifact of its own for the departure number `n`. */
export function toDeparture(n: number): SourceEvent {
  return {
    kind: 'artifact',
    ...task,
    artifactId: `departure-${n}`,
    name: `Platform ${n}`,
    text: '',
    data: [{ train: `IC ${n}`, seats: n }],
    files: [],
    append: false,
    last: true,
  };
}
