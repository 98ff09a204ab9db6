import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { serveBridge } from '../mcp/hosts.ts';
import { callRaw } from '../mcp/raw-mcp.ts';
import { ALL_DOORS, type Door } from '../support/doors.ts';
import { collectEvents } from '../support/event-stream.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { runKept } from '../support/run-kept.ts';
import { startServer } from '../support/start-server.ts';
import {
  createOutgoingAgent,
  DATA_WAYS,
  type KeptValues,
  MESSAGE,
  STEP,
  TEXT_WAYS,
} from './outgoing-agent.ts';
import { HUGE, OUTGOING_VALUES, type OutgoingValue, PROTO, REFUSED } from './outgoing-values.ts';

// What a handler hands out has one verdict, whichever way and door it takes: every door gives it
// whole, or none does. Where a door shows less, its row below says so.

/** One value on its way. */
interface Errand {
  readonly value: OutgoingValue;
  readonly way: string;
}

/** The answer of a door: everything that it showed. */
interface Shown {
  readonly isRefused: boolean;
  readonly items: readonly unknown[];
}

/** A door of the agent, and how it shows text. */
interface OutgoingDoor {
  readonly name: string;
  open(url: string): Promise<(errand: Errand) => Promise<Shown>>;
  /** Returns what the door shows of what all doors show. Default: all of it. */
  readonly limit?: ((errand: Errand, expected: unknown) => unknown) | undefined;
  /** The ways that the door is asked for. Default: all. */
  readonly ways?: ReadonlySet<string>;
}

/** The values besides texts that are tried as text: what is no text has one verdict there. */
const NO_TEXTS: ReadonlySet<string> = new Set(['Map', 'unsafe integer', 'lists and objects']);

/** Ways that take less than others, because what they carry is kept beside a question or a status. */
const SMALL_WAYS: ReadonlySet<string> = new Set([
  'about',
  'otherwise',
  'details',
  'progress',
  'conclusion',
  'question',
]);

function listErrands(ways: ReadonlySet<string> | undefined): readonly Errand[] {
  return OUTGOING_VALUES.flatMap((value) => {
    const isText = value.text !== undefined;
    const taken = [
      ...Object.keys(DATA_WAYS),
      STEP,
      ...(isText || NO_TEXTS.has(value.name) ? Object.keys(TEXT_WAYS) : []),
      ...(isText ? [MESSAGE] : []),
    ];
    return (
      taken
        // JavaScript itself makes a text of the message of an error.
        .filter((way) => isText || way !== 'refusal')
        .filter((way) => ways?.has(way) !== false)
        .map((way) => ({ value, way }))
    );
  });
}

/** Returns what a door has to show, or {@link REFUSED}; `undefined` for what no caller sees. */
function expectOf({ value, way }: Errand): unknown {
  if (value.name === HUGE && SMALL_WAYS.has(way)) return REFUSED;
  if (way === STEP)
    return ('kept' in value ? value.kept : value.data) === REFUSED ? REFUSED : undefined;
  if (!(way in DATA_WAYS)) return value.text ?? REFUSED;
  if (value.data === REFUSED) return REFUSED;
  return way === 'about' || way === 'otherwise' ? undefined : { value: value.data };
}

/** Lists everything in an answer, and in the JSON texts of the answer. */
function listItems(answer: unknown): unknown[] {
  const items: unknown[] = [];
  const waiting = [answer];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    items.push(item);
    if (typeof item === 'string' && /^[[{]/u.test(item)) waiting.push(tryParse(item));
    else if (typeof item === 'object' && item !== null) {
      waiting.push(...Object.values(item).filter((member) => member !== undefined));
    }
  }
  return items;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function judge(expected: unknown, { isRefused, items }: Shown): string {
  if (expected === REFUSED) return isRefused ? 'right' : 'not refused';
  if (isRefused) return 'refused';
  if (expected === undefined) return 'right';
  const isRight = items.some((item) =>
    typeof expected === 'string'
      ? typeof item === 'string' && item.includes(expected)
      : isDeepStrictEqual(item, expected),
  );
  if (isRight) return 'right';
  const texts = items.filter((item) => typeof item === 'string' || typeof item === 'number');
  return `shown as ${JSON.stringify(texts).slice(0, 300)}`;
}

function toSent({ value, way }: Errand) {
  return way === MESSAGE ? { text: value.name } : { schema: way, data: { of: value.name } };
}

function toA2aDoor(door: Door): OutgoingDoor {
  return {
    name: door.name,
    limit: door.name === 'gRPC' ? grpcLimit : undefined,
    open: async (url) => async (errand) => {
      const response = await door.stream(url, toSent(errand));
      if (!(response.headers.get('content-type') ?? '').includes('event-stream')) {
        return { isRefused: true, items: [await response.text()] };
      }
      const events = await collectEvents(response);
      const items = listItems(events.map(({ data }) => data));
      // The pieces of a streamed text are one text.
      items.push(readText(events.map(({ data }) => door.toPayload(data))));
      const isRefused =
        items.includes('TASK_STATE_FAILED') || events.some(({ name }) => name === 'error');
      return { isRefused, items };
    },
  };
}

/** Joins the texts of all artifacts in the events of a stream. */
function readText(payloads: readonly unknown[]): string {
  const updates = payloads as readonly {
    readonly artifactUpdate?: {
      readonly artifact: { readonly parts: readonly { readonly text?: string }[] };
    };
  }[];
  return updates
    .flatMap(({ artifactUpdate }) => artifactUpdate?.artifact.parts ?? [])
    .map(({ text = '' }) => text)
    .join('');
}

/** The protobuf library drops such members. */
const grpcLimit: OutgoingDoor['limit'] = ({ value }, expected) =>
  value.name === PROTO && expected !== undefined ? { value: {} } : expected;

const mcp: OutgoingDoor = {
  name: 'MCP',
  // Hosts get no details of a sign-in, progress only if they ask for it, long values as a resource,
  // and no control characters in words.
  limit({ value, way }, expected) {
    if (way === 'details' || way === 'progress' || value.name === HUGE) return undefined;
    return typeof expected === 'string' ? expected.replaceAll(/[^\P{Cc}\n\t]/gu, '') : expected;
  },
  async open(url) {
    const bridge = await serveBridge({ agents: [{ alias: 'o', url }] });
    return async ({ value, way }) => {
      const args = way === MESSAGE ? { message: value.name } : { of: value.name };
      const { result, error } = await callRaw(bridge, 'tools/call', {
        params: { name: `o_${way}`, arguments: args },
      });
      const items = listItems([result, error]);
      return { isRefused: items.includes('failed') || error !== undefined, items };
    };
  },
};

const cli: OutgoingDoor = {
  name: 'formwork call',
  open:
    async (url) =>
    async ({ value, way }) => {
      const rest = way === MESSAGE ? [value.name] : ['--of', value.name];
      const { code, stdout, stderr } = await runKept(['call', url, way, ...rest]);
      return { isRefused: code !== 0, items: listItems([stdout, stderr, tryParse(stdout)]) };
    },
  ways: new Set(['result', 'words', 'whole', MESSAGE]),
};

const A2A_DOORS = ALL_DOORS.filter(({ name }) => /^(?:JSON-RPC 1.0|REST.*POST|gRPC)$/u.test(name));

test.each([...A2A_DOORS.map(toA2aDoor), mcp, cli])(
  '$name gives every value as all doors do',
  async (door) => {
    const kept: KeptValues = new Map();
    const { url } = await startServer(createOutgoingAgent(kept), {
      openTasks: true,
      limits: false,
      ...WITH_GRPC,
    });
    const send = await door.open(url);
    const { limit = (_errand: Errand, given: unknown) => given } = door;
    const errands = listErrands(door.ways);
    const verdicts: string[] = [];
    for (const errand of errands) {
      const expected = expectOf(errand);
      const shown = expected === REFUSED ? expected : limit(errand, expected);
      const verdict = judge(shown, await send(errand));
      if (verdict !== 'right') verdicts.push(`${errand.value.name} as ${errand.way}: ${verdict}`);
    }
    expect(verdicts).toEqual([]);
    for (const { name, data, kept: stays = data } of OUTGOING_VALUES) {
      if (kept.has(name)) expect([name, kept.get(name)]).toEqual([name, stays]);
    }
  },
);
