import fc from 'fast-check';
import type { AllDoors } from '../support/all-doors.ts';
import { createConnections, type Sent } from './connections.ts';
import { createDoorRequests, type DoorName, type DoorRequest } from './door-requests.ts';
import { judgeAnswer } from './judge-answer.ts';

/** A wrong answer of a server, the request, and what is wrong. */
interface Finding {
  readonly request: DoorRequest;
  readonly sent: Sent;
  readonly fault: string;
}

/** The result of fuzzing so far. */
export interface FuzzReport {
  readonly sent: number;
  readonly findings: readonly Finding[];
  /** The number of answers with each HTTP status, by endpoint. */
  readonly statuses: ReadonlyMap<DoorName, ReadonlyMap<number, number>>;
}

/** The options of {@link fuzzDoors}: the seed, the number of requests, and how many run at once. */
export interface FuzzOptions {
  readonly seed: number;
  readonly count: number;
  /** The number of requests under way at once. Default 8. */
  readonly atOnce?: number;
  /**
   * Functions by a number of answers; each is awaited after that many answers, before the next
   * request.
   */
  readonly pauses?: Readonly<Record<number, () => Promise<void>>>;
}

const BATCH = 500;
/** The number of wrong answers after which fuzzing stops. */
const MAX_FINDINGS = 20;

/**
 * Sends wrong requests to all HTTP endpoints, the same ones for the same seed, and judges every
 * answer.
 */
export async function fuzzDoors(
  { url }: Pick<AllDoors, 'url'>,
  { seed, count, atOnce = 8, pauses = {} }: FuzzOptions,
): Promise<FuzzReport> {
  const connections = createConnections({ streamMs: 400 });
  const requests = createDoorRequests(await makeThings(url));
  const statuses = new Map<DoorName, Map<number, number>>();
  const findings: Finding[] = [];

  async function ask(request: DoorRequest): Promise<void> {
    const sent = await connections.send({ ...request, url }).catch((error: unknown) => ({
      status: 0,
      text: String(error),
      contentType: '',
    }));
    const counts = statuses.get(request.door) ?? new Map<number, number>();
    statuses.set(request.door, counts.set(sent.status, (counts.get(sent.status) ?? 0) + 1));
    const fault = sent.status === 0 ? 'never came' : judgeAnswer(request, sent);
    if (fault !== undefined) findings.push({ request, sent, fault });
  }

  let done = 0;
  try {
    while (done < count && findings.length < MAX_FINDINGS) {
      // In batches, because all requests together would fill the memory.
      const numRuns = Math.min(BATCH, count - done);
      const batch = fc.sample(requests, { seed: seed + done, numRuns });
      const lanes = Array.from({ length: atOnce }, async () => {
        for (let next = batch.pop(); next !== undefined; next = batch.pop()) await ask(next);
      });
      await Promise.all(lanes);
      done += numRuns;
      await pauses[done]?.();
    }
  } finally {
    connections.close();
  }
  return { sent: done, findings, statuses };
}

/** Creates sessions and a task on the server, so that fuzzed requests can name their ids. */
async function makeThings(url: string) {
  const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' };
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const sessions = await Promise.all(
    Array.from({ length: 5 }, () => post('/sessions-api/sessions', {})),
  );
  const message = {
    messageId: crypto.randomUUID(),
    role: 'ROLE_USER',
    parts: [
      {
        data: { a: 'Lion', b: 'Tiger' },
        mediaType: 'application/json;schema=fightComparison',
      },
    ],
  };
  const { task } = (await post('/a2a/rest/message:send', { message })) as {
    readonly task: { readonly id: string };
  };
  return {
    url,
    sessionIds: sessions.map((one) => (one as { session: { id: string } }).session.id),
    taskIds: [task.id],
  };
}
