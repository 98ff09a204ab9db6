import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveAllDoors, type AllDoors } from '../support/all-doors.ts';
import { ATTACKED_DOORS } from './doors.ts';
import { FRAMING_ATTACKS, SMUGGLED } from './framing.ts';
import { HOST_ATTACKS } from './hosts.ts';
import { ORIGIN_ATTACKS } from './origins.ts';
import { readStatus, sendBytes, toBytes } from './send-bytes.ts';

let doors: AllDoors;
beforeAll(async () => {
  doors = await serveAllDoors();
});
afterAll(() => doors.close());

const TYPE = 'Content-Type: application/json';

describe('no door answers under a name that is not its own', () => {
  test.each(HOST_ATTACKS)('$name', async ({ lines, origin = '' }) => {
    const statuses = await Promise.all(
      ATTACKED_DOORS.map(async ({ method, path }) => {
        const head = { method, target: origin + path, lines: [...lines, TYPE] };
        return readStatus(await sendBytes(doors.url, toBytes({ ...head, body: '{}' })));
      }),
    );
    expect(statuses.filter((status) => status !== 400 && status !== 421)).toEqual([]);
  });
});

describe('no door answers a page of another site', () => {
  test.each(ORIGIN_ATTACKS)('$name', async ({ lines, isLocal = false }) => {
    const { host, origin, port } = new URL(doors.url);
    const own = lines.map((line) => line.replaceAll('OWN', origin).replaceAll('PORT', port));
    const attacked = ATTACKED_DOORS.filter(
      ({ isPublic = false, servesLocalPages = false }) =>
        !isPublic && !(isLocal && servesLocalPages),
    );
    const statuses = await Promise.all(
      attacked.map(async ({ method, path }) => {
        const head = { method, target: path, lines: [`Host: ${host}`, ...own, TYPE] };
        const text = await sendBytes(doors.url, toBytes({ ...head, body: '{}' }));
        // No header allows the page to read the answer either.
        expect(text).not.toMatch(/access-control-allow/iu);
        return `${path} ${readStatus(text)}`;
      }),
    );
    expect(statuses.filter((status) => !status.endsWith(' 403'))).toEqual([]);
  });
});

describe('nothing that is hidden in a body is a request', () => {
  test.each(FRAMING_ATTACKS)('$name', async ({ bytes }) => {
    const text = await sendBytes(doors.url, bytes);
    expect(text).not.toContain(SMUGGLED);
    expect(text.match(/^HTTP\/1\.1 /gmu)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(readStatus(text)).toBeLessThan(500);
  });
});

test('the same requests without the attack are answered', async () => {
  const { host, origin } = new URL(doors.url);
  for (const { method, path } of ATTACKED_DOORS) {
    const lines = [`Host: ${host}`, `Origin: ${origin}`, 'Sec-Fetch-Site: same-origin', TYPE];
    const text = await sendBytes(doors.url, toBytes({ method, target: path, lines, body: '{}' }));
    expect([path, text]).toEqual([path, expect.not.stringMatching(/^HTTP\/1\.1 (?:403|421)/u)]);
  }
  const two = `GET /${SMUGGLED} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(2);
  expect((await sendBytes(doors.url, two)).split(SMUGGLED)).toHaveLength(3);
});
