import { defineAgent, defineSkill } from '@formwork/core';
import { demoAgent } from '@formwork/demo';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { serveAllDoors, type AllDoors } from '../support/all-doors.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { repetitions } from '../support/repetitions.ts';
import { BODY_ATTACKS, DUPLICATE_ATTACKS, HALF_ATTACKS, NUMBER_ATTACKS } from './bodies.ts';
import { ATTACKED_DOORS } from './doors.ts';
import { createPatternSkills, openPatternDoors, PATTERN_DOORS } from './pattern-doors.ts';
import { PATTERN_ATTACKS } from './patterns.ts';
import { readStatus, sendBytes, toBytes } from './send-bytes.ts';
import { TARGET_ATTACKS } from './targets.ts';

/** A skill whose library runs its pattern itself, after the text has been checked. */
const LIBRARY_SKILL = defineSkill({
  id: `pattern-${PATTERN_ATTACKS.length}`,
  name: 'Pattern of a library',
  description: 'Takes a text that matches.',
  tags: [],
  input: { libraryPattern: z.object({ text: z.string().regex(/\d+\.\d+/u) }) },
  run: () => 'taken',
});

let doors: AllDoors;
beforeAll(async () => {
  const agent = defineAgent({
    name: 'Bodies',
    version: '1',
    skills: [
      ...demoAgent.skills.filter(({ id }) => id !== 'import-contacts'),
      ...createPatternSkills(PATTERN_ATTACKS),
      LIBRARY_SKILL,
    ],
  });
  doors = await serveAllDoors({ agent, ...WITH_GRPC });
});
afterAll(() => doors.close());

/** Texts in an answer that show an uncaught error of the server, or the content of its files. */
const INTERNALS =
  /Cannot read propert|is not a function|TypeError|\bat \S+ \(|node_modules|\.ts:\d|root:x:0|"@formwork\/\w+"/u;

/**
 * Sends a request that the server must answer. The end of the connection may overtake the answer when
 * the server does not read all of the request, so the request is then sent again.
 */
async function sendWhole(bytes: string): Promise<string> {
  let text = '';
  for (let tries = 0; tries < 5 && text === ''; tries += 1) {
    text = await sendBytes(doors.url, bytes, { isWhole: true });
  }
  return text;
}

describe('every door refuses what it cannot read', () => {
  test.each(BODY_ATTACKS)('$name', async ({ body, lines = ['Content-Type: application/json'] }) => {
    const bytes = typeof body === 'string' ? body : Buffer.from(body).toString('latin1');
    for (const { method, path } of ATTACKED_DOORS) {
      // Nothing in the body of a new session is required, and unknown members are allowed.
      if (method === 'GET' || path === '/sessions-api/sessions') continue;
      const head = { method, target: path, lines: ['Host: localhost', ...lines] };
      const text = await sendWhole(toBytes({ ...head, body: bytes }));
      const status = readStatus(text);
      expect([path, status]).toEqual([path, expect.toSatisfy((one) => one > 0 && one < 500)]);
      expect(status >= 400 || /"error"/u.test(text)).toBe(true);
      expect(text).not.toMatch(INTERNALS);
    }
    expect('polluted' in {}).toBe(false);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test('while others are served', async () => {
    const { status } = await fetch(`${doors.url}/.well-known/agent-card.json`);
    expect(status).toBe(200);
  });
});

/** Sends a body to every door that reads JSON; each refuses it in the same words. */
async function expectRefusals(body: string, ...words: readonly string[]): Promise<void> {
  for (const target of [
    '/sessions-api/sessions',
    '/messages',
    '/a2a',
    '/a2a/rest/message:send',
    '/mcp',
    '/forms/api/describe',
  ]) {
    const lines = [
      'Host: localhost',
      'Content-Type: application/json',
      'Accept: application/json, text/event-stream',
      ...(target.startsWith('/a2a') ? ['A2A-Version: 1.0'] : []),
    ];
    const bytes = await sendWhole(toBytes({ method: 'POST', target, lines, body }));
    const text = Buffer.from(bytes, 'latin1').toString();
    // JSON-RPC answers with status 200 and tells the error in the body.
    expect([target, readStatus(text)]).toEqual([target, target === '/a2a' ? 200 : 400]);
    for (const part of words) expect(text).toContain(part);
    // An answer repeats no half, because strict readers could not read it.
    expect(text).not.toMatch(/\\ud[89a-f]/iu);
  }
}

describe('a name that stands twice has no meaning at any door', () => {
  test.each(DUPLICATE_ATTACKS)('%s', async (body) => {
    await expectRefusals(body, 'must stand once in its object');
  });
});

describe('a number that JavaScript changes is refused with its place at every door', () => {
  test.each(NUMBER_ATTACKS)('%s', async (body, pointer) => {
    const expected = /1e-?400/iu.test(body)
      ? 'a number that JavaScript holds exactly'
      : 'a text, or at most 15 significant digits';
    await expectRefusals(body, `${pointer} must be ${expected}`);
  });
});

describe('half of a surrogate pair is refused with its place at every door', () => {
  test.each(HALF_ATTACKS)('%s', async (body, pointer) => {
    await expectRefusals(body, `${pointer} must be text without half a surrogate pair`);
  });
});

describe('no path leads to what is not served', () => {
  test.each(TARGET_ATTACKS)('%s', async (target) => {
    for (const method of ['GET', 'POST'] as const) {
      const lines = ['Host: localhost', 'Content-Type: application/json'];
      const text = await sendBytes(doors.url, toBytes({ method, target, lines, body: '{}' }));
      expect([method, readStatus(text)]).toEqual([
        method,
        expect.toSatisfy((status) => status >= 300 && status < 500),
      ]);
      expect(text).not.toMatch(INTERNALS);
      // The answer redirects to no other site either.
      expect(text).not.toMatch(/^location: *(?:https?:)?[/\\]{2}/imu);
    }
  });
});

describe('every door gives the same verdict on the worst texts of a pattern, in counted steps', () => {
  // The engine of the host takes practically for ever for the first four.
  test.each([
    ['^(a+)+$', 'pattern'],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'pattern'],
    [String.raw`\d+\.\d+`, 'pattern'],
    [String.raw`(\w+\s?)+\1x`, 'timeout'],
    ['[ab]*a[ab]{300}c', 'timeout'],
    ['(?:(?=.*x)a)*y', 'pattern'],
    ['(.*a){20}b', 'pattern'],
  ])('%s', async (pattern, verdict) => {
    const asker = await openPatternDoors(doors.url, PATTERN_ATTACKS);
    const at = PATTERN_ATTACKS.findIndex((one) => one.pattern === pattern);
    const text = PATTERN_ATTACKS[at]?.text(repetitions(900_000, 225_000)) ?? '';
    for (const door of PATTERN_DOORS) {
      expect([door, await asker.ask(door, at, text)]).toEqual([door, verdict]);
    }
  });
});

test('no door lets a library run its pattern with a text that would hold it up', async () => {
  const asker = await openPatternDoors(doors.url, PATTERN_ATTACKS);
  const at = PATTERN_ATTACKS.length;
  for (const door of ['JSON-RPC', 'MCP'] as const) {
    expect([door, await asker.ask(door, at, `${'1'.repeat(3000)} 1.5`)]).toEqual([door, 'timeout']);
    expect([door, await asker.ask(door, at, `${'1'.repeat(300)} 1.5`)]).toEqual([door, 'fits']);
  }
});
