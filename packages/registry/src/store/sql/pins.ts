import type { Pin, PinStore } from '@formwork/trust';
import { PIN_DAYS } from '../registry-store.ts';
import type { DatabaseAccess } from './database-access.ts';

const DAY_MS = 86_400_000;

/** Makes the store of the pinned keys of cards, in the database of a registry. */
export function createSqlPins(access: DatabaseAccess): PinStore {
  return {
    async get(cardUrl) {
      const row = await access.read((from) =>
        from
          .selectFrom('registry_pin')
          .select('pin')
          .where('card_url', '=', cardUrl)
          .executeTakeFirst(),
      );
      // The text was written by `JSON.stringify` from a pin.
      return row && (JSON.parse(row.pin) as Pin);
    },
    set: (cardUrl, pin) =>
      access.write(async (transaction) => {
        const seenAt = Date.parse(pin.seenAt);
        const fields = { pin: JSON.stringify(pin), seen_at: seenAt };
        await transaction
          .insertInto('registry_pin')
          .values({ card_url: cardUrl, ...fields })
          .onConflict((conflict) => conflict.column('card_url').doUpdateSet(fields))
          .execute();
        // Pins that no longer count are deleted, so that the table does not grow without end.
        await transaction
          .deleteFrom('registry_pin')
          .where('seen_at', '<', seenAt - PIN_DAYS * DAY_MS)
          .execute();
      }),
  };
}
