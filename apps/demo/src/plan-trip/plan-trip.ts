import { defineSkill, type TaskContext } from '@formwork/core';
import { ICONS } from '../icons.ts';
import { cityTrip, itinerary, roadTrip, stay } from './schemas.ts';

const PLANS = {
  art: 'Visit the largest art collection, then a small gallery.',
  food: 'Morning market, a cooking class, dinner where the cooks eat.',
  nature: 'Walk to the nearest hill or water and back by another way.',
  history: 'Old town on foot, then the museum that explains it.',
  music: 'Record shops by day, a concert at night.',
} as const;
const ALL_INTERESTS = ['art', 'food', 'nature', 'history', 'music'] as const;

/**
 * The skill that plans a trip. It takes either of two input schemas, so its handler gets a union,
 * and asks for what is missing.
 */
export const planTripSkill = defineSkill({
  id: 'plan-trip',
  name: 'Plan a Trip',
  description: 'Plans a stay in one city or a journey with several stops, day by day.',
  tags: ['travel', 'planning'],
  icon: ICONS.trip,
  input: { cityTrip, roadTrip },
  output: { itinerary },
  examples: [
    {
      schema: 'cityTrip',
      data: { city: 'Lisbon', startDate: '2027-04-12', days: 3, interests: ['food', 'music'] },
    },
    {
      schema: 'roadTrip',
      data: { stops: ['Porto', 'Coimbra', 'Lisbon'], startDate: '2027-04-12' },
    },
  ],
  title: (trip) =>
    trip.schema === 'cityTrip'
      ? `A stay in ${trip.data.city}`
      : `From ${trip.data.stops.join(' to ')}`,
  async run({ input: trip, task }) {
    const { startDate, interests = [] } = trip.data;
    const places =
      trip.schema === 'cityTrip'
        ? Array.from({ length: trip.data.days ?? (await askDays(task)) }, () => trip.data.city)
        : trip.data.stops;
    const themes = interests.length === 0 ? ALL_INTERESTS : interests;
    return {
      title: [...new Set(places)].join(' - '),
      days: places.map((place, index) => ({
        date: addDays(startDate, index),
        place,
        plan: PLANS[themes[index % themes.length] ?? 'art'],
      })),
    };
  },
});

async function askDays(task: TaskContext): Promise<number> {
  const { days } = await task.ask('How many days do you want to stay?', {
    name: 'stay',
    schema: stay,
  });
  return days;
}

function addDays(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}
