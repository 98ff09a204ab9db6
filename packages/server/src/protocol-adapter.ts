import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import type { Agent, CardSecurity, TaskLogger } from '@formwork/core';
import type { TaskEngine } from '@formwork/runtime';
import type { Router } from 'express';
import type { Caller, Identify } from './caller.ts';
import type { CallerLimits } from './caller-limits.ts';
import type { StreamLimits } from './write-event-stream.ts';

/** The parts of a server that a protocol besides A2A stands on. */
export interface AdapterHost {
  /**
   * The newest definition, without the skills that only some callers know of: read it for every
   * message, because it may be replaced.
   */
  readonly agent: Agent;
  /** The newest definition as a caller knows it, with the skills that its scopes open. */
  readonly agentFor: (caller: Caller) => Agent;
  /** A2A's own handler of requests, so that A2A sees the same tasks. */
  readonly requestHandler: A2ARequestHandler;
  /** Where tasks are kept. */
  readonly engine: TaskEngine;
  /** The address that callers reach the server under, without a slash at its end. */
  readonly publicUrl: string;
  readonly logger: TaskLogger;
  /** Largest request body, in bytes or as text such as `1mb`. */
  readonly bodyLimit: number | string;
  readonly streamLimits: StreamLimits;
  /** How much callers may use; false for no limits. */
  readonly limits: CallerLimits | false;
  /** The authentication of the cards; `undefined` when nobody has to say who they are. */
  readonly security: CardSecurity | undefined;
  /** Whether callers can say who they are, in whatever way, and whether they have to. */
  readonly authentication: 'none' | 'optional' | 'required';
  /** Aborts when the server closes, to end waits and streams. */
  readonly closing: AbortSignal;
  /**
   * Tells who sent a request, by the server's own authentication. Ask before the body is read.
   *
   * @throws UnauthenticatedError for credentials that are not accepted, and for none where some
   * have to be
   */
  readonly identify: Identify;
  /**
   * Makes the caller that the protocol itself has proved, such as by a signature.
   *
   * @throws TypeError unless the id is text that is not empty
   */
  readonly vouchFor: (id: string) => Caller;
  /** The context of a call of {@link requestHandler}. */
  createContext(caller: Caller): ServerCallContext;
}

/** The doors of a protocol, mounted at the root of the server. */
export interface AdapterDoors {
  readonly router: Router;
  /** Closes whatever was opened for the server. Called once, after its `closing` has aborted. */
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
