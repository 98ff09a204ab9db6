import { measureServers, type Contestant, type LoadRounds } from '../compare-servers.ts';
import { toFigure, type Figure } from './figure.ts';

/** Which servers the first one is compared with. */
export interface Peers {
  readonly peers: readonly string[];
  /** The server that does the least that the protocol asks, if there is one. */
  readonly floor?: string;
}

/** The names of calls in the table, by the kind of load. */
const CALLS: Readonly<Record<string, string>> = {
  'with-autocannon': 'raw call',
  'with-fetch': 'call with fetch',
  'with-callers': 'call of two callers',
};

/** Measures servers in turn, and compares the first with its peers under each kind of load. */
export async function toServerFigures(
  contestants: readonly Contestant[],
  peers: Peers,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for await (const rounds of measureServers(contestants)) figures.push(...compare(rounds, peers));
  return figures;
}

function compare({ load, servers }: LoadRounds, { peers, floor }: Peers): readonly Figure[] {
  const call = CALLS[load] ?? load;
  const [ours] = servers;
  const least = servers.find(({ name }) => name === floor);
  return peers.flatMap((name) => {
    const peer = servers.find((server) => server.name === name);
    if (ours === undefined || peer === undefined) throw new Error(`There is no server ${name}`);
    return [
      toFigure(`processor of a ${call}`, {
        unit: 'ms',
        ours: ours.costs,
        peer: [name, peer.costs],
        ...(least && { floor: least.costs }),
      }),
      toFigure(`rate of a ${call}`, {
        unit: '/s',
        ours: ours.rates,
        peer: [name, peer.rates],
        ...(least && { floor: least.rates }),
      }),
      toFigure(`p99 of a ${call}`, {
        unit: 'ms',
        ours: ours.tails,
        peer: [name, peer.tails],
        ...(least && { floor: least.tails }),
      }),
    ];
  });
}
