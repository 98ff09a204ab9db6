import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import type { Agent, CardSecurity, TaskLogger } from '@formwork/core';
import type { SharedRecords, TaskEngine } from '@formwork/runtime';
import type { Router } from 'express';
import type { Caller, Identify } from './caller.ts';
import type { CallerLimits } from './caller-limits.ts';
import type { CreateRequestCounter } from './request-rate.ts';
import type { StreamLimits } from './write-event-stream.ts';

/** The parts of a server that a protocol adapter builds on. */
export interface AdapterHost {
  /**
   * The newest definition, without the skills that only some callers know of: read it for every
   * message, because it may be replaced.
   */
  readonly agent: Agent;
  /**
   * Returns the newest definition of the agent as a caller may know it, with the skills that its
   * scopes open.
   */
  readonly agentFor: (caller: Caller) => Agent;
  /** The request handler of A2A; an adapter that uses it has the same tasks as A2A. */
  readonly requestHandler: A2ARequestHandler;
  /** The engine that keeps the tasks. */
  readonly engine: TaskEngine;
  /** The records that the replicas of the agent share; absent if the server was given none. */
  readonly records?: SharedRecords;
  /** The public URL of the server, without a slash at its end. */
  readonly publicUrl: string;
  readonly logger: TaskLogger;
  /** Largest request body, in bytes or as text such as `1mb`. */
  readonly bodyLimit: number | string;
  readonly streamLimits: StreamLimits;
  /** How much callers may use; false for no limits. */
  readonly limits: CallerLimits | false;
  /** Makes counters of requests that replicas share; absent if each process counts for itself. */
  readonly createRequestCounter?: CreateRequestCounter;
  /** The security schemes and requirements on the cards; `undefined` if the cards declare none. */
  readonly security: CardSecurity | undefined;
  /** Whether callers cannot, can or must authenticate. */
  readonly authentication: 'none' | 'optional' | 'required';
  /**
   * The signal that aborts when the server closes, so that an adapter ends its waits and streams.
   */
  readonly closing: AbortSignal;
  /**
   * Tells who sent a request, by the server's own authentication. Ask before the body is read.
   *
   * @throws UnauthenticatedError for credentials that are not accepted, and for none where some
   * have to be
   */
  readonly identify: Identify;
  /**
   * Does the same for what strangers may ask, such as a card: nobody has to give credentials, and
   * those that are given have to be right.
   *
   * @throws UnauthenticatedError for credentials that are not accepted
   */
  readonly identifyGiven: Identify;
  /**
   * Makes the caller that the protocol itself has proved, such as by a signature.
   *
   * @throws TypeError unless the id is text that is not empty
   */
  readonly vouchFor: (id: string) => Caller;
  /** Makes the context for calls of {@link requestHandler} on behalf of a caller. */
  createContext(caller: Caller): ServerCallContext;
}

/** The routes of a protocol adapter, mounted at the root of the server. */
export interface AdapterDoors {
  /**
   * The name of the door in spans and metrics, such as `sessions`; {@link owns} has to be given as
   * well. Default: calls of the agent are counted one by one, as those of `adapter`.
   */
  readonly name?: string;
  /** Returns whether requests for a path are for this adapter. Default: unknown, as for `name`. */
  readonly owns?: (path: string) => boolean;
  readonly router: Router;
  /**
   * Closes whatever the adapter opened for the server. Called once, after `closing` has aborted.
   */
  close?(): Promise<void>;
}

/**
 * Another protocol to the same agent. Called once, when the server listens.
 *
 * MUST keep to its own paths and hand on requests for others, MUST scope everything it keeps to the
 * caller, and MUST NOT call an agent for a caller that `identify` refused, unless the protocol
 * itself proves who calls and the operator wants that to count.
 */
export type ProtocolAdapter = (host: AdapterHost) => AdapterDoors;
