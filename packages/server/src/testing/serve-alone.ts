import type { RequestHandler } from 'express';
import { createBytesReader } from '../body-bytes.ts';
import type { Door } from '../door.ts';
import { serveByExpress } from '../express-exchange.ts';
import { serveDoor } from '../serve-door.ts';
import type { StreamLimits } from '../write-event-stream.ts';

/** Options of {@link serveAlone}. */
interface ServeAloneOptions {
  /** The largest body, in bytes or as text. Default `1mb`. */
  readonly bodyLimit?: number | string;
  readonly streamLimits?: StreamLimits | undefined;
}

/** Serves a door by express without any of the steps in front of it. */
export function serveAlone(
  door: Door,
  { bodyLimit = '1mb', streamLimits }: ServeAloneOptions = {},
): RequestHandler {
  return serveByExpress(serveDoor(door, { readBytes: createBytesReader(bodyLimit), streamLimits }));
}
