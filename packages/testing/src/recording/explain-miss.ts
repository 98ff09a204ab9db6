import { previewJson } from '@formwork/schema/json';
import { compareRequests, type Difference } from './compare-requests.ts';
import {
  describeRequest,
  type Exchange,
  findRpcMethod,
  type RecordedRequest,
} from './recorded-exchange.ts';

/** The most recorded requests, and places of each, that a message shows. */
const MAX_NEAR = 3;
const MAX_PLACES = 3;

/** Says which request is not recorded, and what is recorded near it. */
export function explainMiss(
  request: RecordedRequest,
  {
    label,
    exchanges,
    callerIds,
  }: {
    /** The path of the file, for the message. */
    readonly label: string;
    readonly exchanges: readonly Exchange[];
    readonly callerIds: ReadonlySet<string>;
  },
): string {
  const compared = exchanges.map((exchange) => ({
    exchange,
    differences: compareRequests(exchange.request, request, { callerIds, bindings: new Map() })
      .differences,
    distance: isOfSameKind(exchange.request, request) ? 0 : 1,
  }));
  const candidates = compared
    .toSorted((a, b) => a.distance - b.distance || a.differences.length - b.differences.length)
    .slice(0, MAX_NEAR);
  const [nearest] = candidates;
  return [
    `Cannot replay the request because it must be recorded in ${label}: current value is ${describeRequest(request)}`,
    ...explainSimilar(nearest?.differences.length === 0 ? candidates.slice(0, 1) : candidates),
    'To record all requests again, run the test with FORMWORK_RECORD=1; to add only those that are missing, with FORMWORK_RECORD=missing.',
  ].join('\n');
}

function explainSimilar(
  candidates: readonly {
    readonly exchange: Exchange;
    readonly differences: readonly Difference[];
    readonly distance: number;
  }[],
): readonly string[] {
  const [nearest] = candidates;
  if (nearest === undefined) return ['Nothing is recorded.'];
  if (nearest.differences.length === 0) {
    return ['It is recorded, but not as often as it is sent: each recorded request answers once.'];
  }
  const alike = candidates.filter(({ distance }) => distance === 0);
  if (alike.length === 0) {
    const names = candidates.map(({ exchange }) => describeRequest(exchange.request));
    return [`Recorded are, among others: ${[...new Set(names)].join('; ')}.`];
  }
  return alike.map(({ differences }, index) => {
    const places = differences.slice(0, MAX_PLACES).map(showDifference).join('; ');
    const surplus = differences.length - MAX_PLACES;
    const suffix = surplus > 0 ? `; ${surplus} more` : '';
    return `${index === 0 ? 'The nearest recorded one' : 'The next one'} differs at ${places}${suffix}.`;
  });
}

function showDifference({ location, recorded, actual }: Difference): string {
  return `${location} (recorded ${show(recorded)}, sent ${show(actual)})`;
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : previewJson(value);
}

function isOfSameKind(a: RecordedRequest, b: RecordedRequest): boolean {
  const [path = ''] = a.url.split('?');
  const isSame = path === b.url.split('?')[0] && a.method === b.method;
  return isSame && findRpcMethod(a) === findRpcMethod(b);
}
