/**
 * The schema of a trip's first day, in the years 2000 to 2999: dates have four-digit years, so a
 * trip must not begin close to the year 10000.
 */
const startDate = {
  type: 'string',
  title: 'First day',
  description: 'In the years 2000 to 2999',
  format: 'date',
  pattern: '^2',
} as const;
const interests = {
  type: 'array',
  title: 'Interests',
  items: { enum: ['art', 'food', 'nature', 'history', 'music'] },
  uniqueItems: true,
  maxItems: 5,
} as const;

export const cityTrip = {
  type: 'object',
  title: 'A stay in one city',
  properties: {
    city: { type: 'string', title: 'City', minLength: 1 },
    startDate,
    days: {
      type: 'integer',
      title: 'Days',
      description: 'Asked for when left out',
      minimum: 1,
      maximum: 14,
    },
    interests,
  },
  required: ['city', 'startDate'],
  additionalProperties: false,
} as const;

export const roadTrip = {
  type: 'object',
  title: 'A journey with several stops',
  properties: {
    stops: {
      type: 'array',
      title: 'Stops',
      description: 'Cities in the order of travel',
      items: { type: 'string', title: 'Stop', minLength: 1 },
      minItems: 2,
      maxItems: 14,
    },
    startDate,
    interests,
  },
  required: ['stops', 'startDate'],
  additionalProperties: false,
} as const;

export const itinerary = {
  type: 'object',
  title: 'Itinerary',
  properties: {
    title: { type: 'string', title: 'Trip' },
    days: {
      type: 'array',
      title: 'Days',
      items: {
        type: 'object',
        properties: {
          date: { type: 'string', title: 'Date', format: 'date' },
          place: { type: 'string', title: 'Place' },
          plan: { type: 'string', title: 'Plan' },
        },
        required: ['date', 'place', 'plan'],
        additionalProperties: false,
      },
    },
  },
  required: ['title', 'days'],
  additionalProperties: false,
} as const;

export const stay = {
  type: 'object',
  title: 'How long',
  properties: { days: { type: 'integer', title: 'Days', minimum: 1, maximum: 14 } },
  required: ['days'],
  additionalProperties: false,
} as const;
