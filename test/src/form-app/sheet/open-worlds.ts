import { openConsole } from '../../console/open-console.ts';
import { publishAgent } from '../../support/publish-agent.ts';
import { type Journey, listOpenJourneys } from './journeys.ts';
import { listConsoleJourneys, listPublicJourneys } from './other-journeys.ts';
import { listPeopleJourneys } from './people-journeys.ts';
import { openGallery, openPeopleWorld } from './worlds.ts';

/** The journeys through all states of all pages, and the servers that they need. */
export interface Worlds {
  readonly journeys: readonly Journey[];
  readonly close: () => Promise<void>;
}

/** Starts the agents and pages that the journeys through all states need. */
export async function openWorlds(): Promise<Worlds> {
  const [gallery, people, shop, desk] = await Promise.all([
    openGallery(),
    openPeopleWorld(),
    publishAgent({ submissionsPerMinutePerAddress: 100 }),
    openConsole(),
  ]);
  return {
    journeys: [
      ...listOpenJourneys(gallery),
      ...listPeopleJourneys(people),
      ...listPublicJourneys(shop),
      ...listConsoleJourneys(desk),
    ],
    async close() {
      await Promise.all([gallery.close(), people.close(), shop.close(), desk.close()]);
    },
  };
}
