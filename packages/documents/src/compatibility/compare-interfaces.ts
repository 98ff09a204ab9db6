import { listEntries, pair, createAddition, createRemoval, type Loose } from './card-view.ts';
import type { CompatibilityChange } from '@formwork/schema';

/** A door of an agent: its transport, its version of A2A and its address. */
interface Door {
  readonly binding: string;
  readonly version: string;
  readonly urls: readonly string[];
  readonly pointer: string;
}

/**
 * Compares the doors of an agent in two versions of its card: transports, versions and addresses.
 */
export function compareInterfaces(before: Loose, after: Loose): readonly CompatibilityChange[] {
  const { removed, added, kept } = pair(listDoors(before), listDoors(after), nameDoor);
  return [
    ...removed.map((door) =>
      createRemoval({
        kind: 'breaking',
        code: 'transport-removed',
        pointer: door.pointer,
        was: door.urls,
        message: `The agent no longer speaks ${nameDoor(door)}.`,
      }),
    ),
    ...added.map((door) =>
      createAddition({
        kind: 'safe',
        code: 'transport-added',
        pointer: door.pointer,
        is: door.urls,
        message: `The agent now speaks ${nameDoor(door)}, too.`,
      }),
    ),
    ...kept.flatMap(([old, now]): readonly CompatibilityChange[] => {
      const gone = old.urls.filter((url) => !now.urls.includes(url));
      if (gone.length === 0) return [];
      return [
        {
          kind: 'safe',
          code: 'address-changed',
          pointer: now.pointer,
          in: 'new',
          was: old.urls,
          is: now.urls,
          message: `The address for ${nameDoor(now)} is now ${now.urls.join(', ')}; callers that read the card again find it.`,
        },
      ];
    }),
  ];
}

function nameDoor({ binding, version }: Door): string {
  return `${binding} of A2A ${version}`;
}

function listDoors(card: Loose): readonly Door[] {
  const doors = new Map<string, Door>();
  const legacy = readVersion(card['protocolVersion'], '0.3');
  for (const { value, pointer } of listEntries(card, 'supportedInterfaces')) {
    add(value['protocolBinding'], {
      version: readVersion(value['protocolVersion'], '1.0'),
      url: value['url'],
      pointer,
    });
  }
  // The doors of A2A 0.3.
  if (typeof card['url'] === 'string') {
    const binding = card['preferredTransport'] ?? 'JSONRPC';
    add(binding, { version: legacy, url: card['url'], pointer: '/url' });
  }
  for (const { value, pointer } of listEntries(card, 'additionalInterfaces')) {
    add(value['transport'], { version: legacy, url: value['url'], pointer });
  }
  return [...doors.values()];

  function add(
    binding: unknown,
    door: { readonly version: string; readonly url: unknown; readonly pointer: string },
  ): void {
    if (typeof binding !== 'string' || typeof door.url !== 'string') return;
    const { version, url, pointer } = door;
    const key = nameDoor({ binding, version, urls: [], pointer });
    const known = doors.get(key);
    const urls = [...new Set([...(known?.urls ?? []), url])];
    doors.set(key, { binding, version, urls, pointer: known?.pointer ?? pointer });
  }
}

/** Returns the first two numbers of a version, which are what A2A negotiates. */
function readVersion(version: unknown, otherwise: string): string {
  const found = typeof version === 'string' ? /^\d+\.\d+/u.exec(version) : null;
  return found?.[0] ?? otherwise;
}
