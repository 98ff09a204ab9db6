import type { ResultOptions } from './result-page/main.tsx';

/** A PNG image of one red pixel, in base64. */
export const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

const EXPLANATION =
  'Both fighters have met twice. In the first fight the longer reach decided it, in the second the legs. With three rounds in place of five, pressure counts for more than patience: the odds move towards whoever lands first, and that has been Ada in nine of her last ten fights. See **round two** of their last meeting, and the notes at https://stats.example/ada.';

const FIGHT = {
  title: 'Who wins',
  type: 'object',
  properties: {
    winner: { title: 'Winner', type: 'string' },
    probability: { title: 'Probability', type: 'number', minimum: 0, maximum: 1 },
    confidence: { title: 'Confidence', type: 'integer', minimum: 0, maximum: 10 },
    method: { title: 'Method', enum: ['knockout', 'points', 'submission'] },
    isTitleFight: { title: 'Title fight', type: 'boolean' },
    date: { title: 'Date', type: 'string', format: 'date' },
    length: { title: 'Expected length', type: 'string', format: 'duration' },
    purse: { title: 'Purse', $ref: '#/$defs/money' },
    source: { title: 'Source', type: 'string', format: 'uri' },
    contact: { title: 'Contact', type: 'string', format: 'email' },
    explanation: { title: 'Explanation', type: 'string', contentMediaType: 'text/markdown' },
    tags: { title: 'What counted', type: 'array', items: { type: 'string' } },
    rounds: {
      title: 'Rounds',
      description: 'How the judges are expected to see it.',
      type: 'array',
      items: {
        type: 'object',
        properties: {
          round: { title: 'Round', type: 'integer' },
          leader: { title: 'Ahead', type: 'string' },
          share: { title: 'Share', type: 'number', minimum: 0, maximum: 1 },
          strikes: { title: 'Strikes', type: 'integer' },
        },
      },
    },
  },
  required: ['winner', 'probability'],
  $defs: {
    money: {
      type: 'object',
      properties: { amount: { type: 'number' }, currency: { type: 'string' } },
    },
  },
} as const;

const FIGHT_DATA = {
  winner: 'Ada Lovelace',
  probability: 0.825,
  confidence: 7,
  method: 'points',
  isTitleFight: true,
  date: '2026-03-14',
  length: 'PT14M30S',
  purse: { amount: 1250000, currency: 'EUR' },
  source: 'https://stats.example/fights/42',
  contact: 'judges@stats.example',
  explanation: EXPLANATION,
  tags: ['reach', 'pressure', 'nine of ten', 'left hand'],
  rounds: [
    { round: 1, leader: 'Ada Lovelace', share: 0.55, strikes: 31 },
    { round: 2, leader: 'Grace Hopper', share: 0.4, strikes: 12 },
    { round: 3, leader: 'Ada Lovelace', share: 0.9, strikes: 104 },
  ],
};

const TRIP_DATA = {
  name: 'Five days in Lisbon',
  hotel: { name: 'Casa Verde', stars: 4, price: 129.5, currency: 'EUR', breakfast: true },
  days: [
    {
      title: 'Old town',
      stops: [
        { place: 'Castle', minutes: 90 },
        { place: 'Cathedral', minutes: 30 },
      ],
      guide: { name: 'Rui', languages: ['pt', 'en'] },
    },
    { title: 'Belém', stops: [{ place: 'Tower', minutes: 45 }], guide: null },
  ],
};

const SERIES_DATA = {
  prices: Array.from({ length: 30 }, (_day, n) => ({
    date: new Date(Date.UTC(2026, 0, n + 1)).toISOString().slice(0, 10),
    price: Math.round(100 + 20 * Math.sin(n / 4) + n),
    average: 100 + n,
  })),
};

/** Sample results in every state that a result view shows. */
export const RESULTS: Readonly<Record<string, ResultOptions>> = {
  fight: { schema: FIGHT, schemaName: 'fightResponse', data: FIGHT_DATA, problems: [] },
  mismatch: {
    schema: FIGHT,
    schemaName: 'fightResponse',
    data: { ...FIGHT_DATA, probability: 1.2, rounds: [{ round: 'one', strikes: 3 }] },
    problems: [
      {
        pointer: '/probability',
        keyword: 'maximum',
        expected: 'a number of at most 1',
        received: 'number 1.2',
        message: 'must be at most 1 but is number 1.2',
      },
      {
        pointer: '/rounds/0/round',
        keyword: 'type',
        expected: 'integer',
        received: 'string "one"',
        message: 'must be an integer but is string "one"',
      },
    ],
  },
  skeleton: { schema: FIGHT, schemaName: 'fightResponse', pending: true },
  streaming: {
    schema: FIGHT,
    schemaName: 'fightResponse',
    pending: true,
    data: { winner: 'Ada Lovelace', rounds: FIGHT_DATA.rounds.slice(0, 1) },
  },
  nested: { title: 'Trip', data: TRIP_DATA },
  series: { title: 'Prices', data: SERIES_DATA },
  table: {
    title: 'Orders',
    data: Array.from({ length: 450 }, (_row, n) => ({
      order: n + 1,
      customer: `Customer ${(n * 7) % 450}`,
      total: (n * 13.25) % 99,
      paid: n % 3 === 0,
      placed: `2026-01-${String((n % 28) + 1).padStart(2, '0')}T10:00:00Z`,
    })),
  },
  image: {
    schema: {
      type: 'object',
      properties: {
        chart: {
          title: 'A red dot',
          type: 'string',
          contentEncoding: 'base64',
          contentMediaType: 'image/png',
        },
      },
    },
    data: { chart: DOT },
  },
  files: {
    title: 'Report',
    text: 'Here are the files.',
    files: [
      { kind: 'bytes', name: 'dot.png', mediaType: 'image/png', base64: DOT },
      { kind: 'bytes', name: 'notes.txt', mediaType: 'text/plain', base64: btoa('Hello') },
      {
        kind: 'url',
        name: 'archive.zip',
        mediaType: 'application/zip',
        url: 'https://files.example/archive.zip',
      },
    ],
  },
  empty: { title: 'Nothing much', data: {} },
  nothing: {},
  null: { data: null },
  text: {
    text: '## Answer\n\nIt *depends*:\n\n- on the **weather**\n- on [you](https://you.example/x)\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```\ncode\n```',
  },
};
