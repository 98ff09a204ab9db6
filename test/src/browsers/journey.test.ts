import { afterAll, expect, onTestFinished, test } from 'vitest';
import { sendFormWhileAway } from './away-form.ts';
import { sendWhileAway } from './away.ts';
import { openChromium } from './chromium-window.ts';
import { closeFirefox, openFirefox } from './firefox-window.ts';
import type { JourneyWindow } from './journey-window.ts';
import { planTrip, sendFromElsewhere } from './journey.ts';
import { openWebKit } from './webkit-window.ts';

// The journeys are in one file, because starting Firefox takes as long as most of them.
afterAll(closeFirefox);

const OPENERS: Readonly<Record<string, () => Promise<JourneyWindow>>> = {
  chromium: openChromium,
  firefox: openFirefox,
  webkit: openWebKit,
};

/** The browsers to try; `npm run browsers` names all, and installs WebKit. */
const BROWSERS = (process.env['FORMWORK_BROWSERS'] ?? 'chromium,firefox').split(',');

const RESULT = expect.stringMatching(
  /First day May 1, 2027 .*Days 2 Done in .*Checked .*May 2, 2027 Porto/u,
);

test.each(BROWSERS)(
  'a trip is planned in %s by keyboard alone, and found again; a form is sent from another site',
  async (browser) => {
    const open = OPENERS[browser];
    if (open === undefined) {
      throw new RangeError(
        `Cannot open a browser because FORMWORK_BROWSERS must list some of ${Object.keys(OPENERS).join(', ')}: current value is ${browser}`,
      );
    }
    const window = await open();
    try {
      expect(await planTrip(window)).toEqual({
        way: ['A stay in one city', 'Lisbon · Apr 12, 2027 · 3', 'City (required)'],
        problems: expect.stringContaining('1 thing is missing Enter the first day'),
        attribute: '',
        question: expect.stringContaining(
          'How many days do you want to stay? Days (required) Answer',
        ),
        results: [RESULT, RESULT, RESULT],
        isWithin: true,
        title: 'Done · Plan a Trip · Formwork demo',
        errors: [],
      });
      expect(await sendFromElsewhere(window)).toEqual({
        way: [expect.stringMatching(/^Thing/u)],
        events: ['submit', 'result'],
        result: expect.stringMatching(/Tea.*Total.*2/u),
        errors: [],
      });
    } finally {
      await window.close();
    }
  },
);

const IN_BOTH = [
  ['Chromium', openChromium],
  ['Firefox', openFirefox],
] as const;

test.each(IN_BOTH)('in %s, what could not be sent says so, and is sent once', async (_, open) => {
  const window = await open();
  onTestFinished(() => window.close());
  await sendWhileAway(window);
});

test.each(IN_BOTH)('in %s, a public form that could not be sent is sent once', async (_, open) => {
  const window = await open();
  onTestFinished(() => window.close());
  await sendFormWhileAway(window);
});
