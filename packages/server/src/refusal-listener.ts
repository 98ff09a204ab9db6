import type { RequestRefusal } from '@formwork/network';
import type { Telemetry } from '@formwork/telemetry';
import type { IncomingMessage } from 'node:http';
import type { Audit } from './audit.ts';

/** Makes what the guard tells of requests that it turns away; `undefined` if nobody wants to know. */
export function createRefusalListener(
  telemetry: Telemetry | undefined,
  audit: Audit | undefined,
): ((request: IncomingMessage, refusal: RequestRefusal) => void) | undefined {
  if (telemetry === undefined && audit === undefined) return undefined;
  return (request, refusal) => {
    telemetry?.add('refusals', 1, { reason: refusal.reason, schema: '' });
    audit?.tellRefusal(request, refusal);
  };
}
