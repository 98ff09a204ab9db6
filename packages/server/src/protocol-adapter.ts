import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import type { Agent, CardExtension, CardSecurity, TaskLogger } from '@formwork/core';
import type { SharedRecords, TaskEngine, TaskSnapshot } from '@formwork/runtime';
import type { CallerLimits } from './caller-limits.ts';
import type { Caller, CallerIdentification, Identify } from './caller.ts';
import type { Step } from './exchange.ts';
import type { OperatorView } from './operator-view.ts';
import type { CreateRequestCounter } from './request-rate.ts';
import type { ResponseWriter } from './response-writer.ts';
import type { StreamLimits } from './write-event-stream.ts';

/** The parts of a server that a protocol adapter builds on. */
export interface AdapterHost {
  /**
   * The newest definition of the agent, without skills that only some callers may see. Read it for
   * every message, because it may be replaced.
   */
  readonly agent: Agent;
  /**
   * Returns the newest definition of the agent for a caller, with the skills that the caller's
   * scopes permit.
   */
  readonly agentFor: (caller: Caller) => Agent;
  /**
   * Lists the values of a task's input that a schema marks as `writeOnly`, as texts, by the
   * definition of the agent with which the task began: only its handler may see them.
   */
  readonly listSecrets: (task: TaskSnapshot) => readonly string[];
  /** The request handler of A2A, by which an adapter uses the same tasks as A2A. */
  readonly requestHandler: A2ARequestHandler;
  /** The engine that keeps the tasks. */
  readonly engine: TaskEngine;
  /** The records that the replicas of the agent share; absent if the server was given none. */
  readonly records?: SharedRecords;
  /** The public URL of the server, without a slash at its end. */
  readonly publicUrl: string;
  readonly logger: TaskLogger;
  /** The largest request body, in bytes or as text such as `1mb`. */
  readonly bodyLimit: number | string;
  readonly streamLimits: StreamLimits;
  /** The limits of callers; false for no limits. */
  readonly limits: CallerLimits | false;
  /** Makes counters of requests that replicas share; absent if each process counts for itself. */
  readonly createRequestCounter?: CreateRequestCounter;
  /** The security schemes and requirements on the cards; `undefined` if the cards declare none. */
  readonly security: CardSecurity | undefined;
  /** Whether callers cannot, can or must authenticate. */
  readonly authentication: 'none' | 'optional' | 'required';
  /** True if anonymous callers may list the tasks of all anonymous callers. */
  readonly openTasks: boolean;
  /**
   * The signal that aborts when the server closes, so that an adapter ends its waits and streams.
   */
  readonly closing: AbortSignal;
  /**
   * Identifies the sender of a request by the server's own authentication; call it before the body
   * is read.
   *
   * @throws UnauthenticatedError for credentials that are not accepted, and for none where some are
   * required
   */
  readonly identify: Identify;
  /**
   * Identifies the sender of a request that anonymous callers may make, such as for a card:
   * credentials are optional, and wrong ones are refused.
   *
   * @throws UnauthenticatedError for credentials that are not accepted
   */
  readonly identifyGiven: Identify;
  /**
   * Makes the caller with an id that the protocol itself has proved, such as by a signature.
   *
   * @throws TypeError unless the id is text that is not empty
   */
  readonly vouchFor: (id: string) => Caller;
  /**
   * The parts of the server that only operators may see; present for an adapter whose
   * `forOperators` is true.
   */
  readonly operator?: OperatorView;
  /**
   * Makes an anonymous caller whose tasks are in a scope of its own, which is named by the given id;
   * others must not be able to guess the id. For protocols that hand out a secret for each task in
   * place of credentials.
   *
   * With `once`, the visitor can begin one task: a second try, also at the same moment and
   * with another message, gets that task, so the adapter MUST look whose it is.
   *
   * @throws TypeError unless the id is text that is not empty
   */
  readonly admitVisitor: (id: string, options?: { readonly once?: boolean }) => Caller;
  /** Resolves to the public card of the agent as it is served now, as JSON, and to its URL. */
  readonly readCard: () => Promise<{ readonly text: string; readonly url: string }>;
  /**
   * Returns headers with which the adapter calls the agent by {@link fetch} on behalf of a caller
   * from {@link identify}.
   */
  readonly createCallerHeaders: CallerIdentification['createCallerHeaders'];
  /**
   * Sends a request below {@link publicUrl} to this server itself, without sockets. All doors answer
   * as they answer others.
   */
  readonly fetch: typeof fetch;
  /**
   * Counts an answer as a stream instead of a request in progress, for an adapter that writes the
   * stream itself.
   *
   * @throws QuotaError if its caller or address has too many streams
   */
  openStream(reply: ResponseWriter): void;
  /** Makes the context for calls of {@link requestHandler} on behalf of a caller. */
  createContext(caller: Caller): ServerCallContext;
}

/** The HTTP endpoints of a protocol adapter, mounted at the root of the server. */
export interface AdapterDoors {
  /**
   * Answers requests for the paths of this adapter, and passes on all others. A step that fails
   * later calls `fail` of its exchange.
   */
  readonly step: Step;
  /**
   * The name of the endpoints in spans and metrics, such as `sessions`; needs {@link owns}.
   * Default: `adapter`, and calls of the agent are counted instead of requests.
   */
  readonly name?: string;
  /**
   * Returns true for the paths of this adapter. Default: its paths are unknown, so that calls of
   * the agent are counted instead of requests.
   */
  readonly owns?: (path: string) => boolean;
  /**
   * Returns true for the paths of this adapter that pages of any site may call. The adapter itself
   * MUST decide which of them it answers, and MUST NOT do anything there for the caller that cookies
   * or credentials name. Default: only the server's own pages, and those of `allowedOrigins`, may
   * call.
   */
  readonly isForPages?: (path: string) => boolean;
  /**
   * The routes of this adapter, such as `/people/inbox/:task`, by which logs and the audit name its
   * paths. Default: none, and they have `/*` for each of its paths.
   */
  readonly routes?: readonly string[];
  /**
   * The extensions by which the cards of the agent say that it has these endpoints. They stand on
   * the cards of every version, and are signed with them. Default: none.
   */
  readonly extensions?: readonly CardExtension[];
  /** Called after the definition of the agent was replaced. */
  agentReplaced?(): void;
  /**
   * Takes no more calls, and answers those under way that call the agent itself. Called once, before
   * `closing` aborts, because the agent then refuses them; the server waits, so it MUST end soon.
   */
  drain?(): Promise<void>;
  /** Closes all resources that the adapter opened. Called once, after `closing` has aborted. */
  close?(): Promise<void>;
}

/**
 * Makes the endpoints by which another protocol reaches the same agent. Called once, when the
 * server listens.
 *
 * An adapter MUST keep to its own paths and pass on requests for others, MUST store all data under
 * the caller's scope, and MUST NOT call an agent for a caller that `identify` refused, unless the
 * protocol itself proves who calls and the operator accepts that.
 */
export interface ProtocolAdapter {
  (host: AdapterHost): AdapterDoors;
  /**
   * True asks for {@link AdapterHost.operator}. The server then counts its metrics also without an
   * SDK of OpenTelemetry, and remembers the newest entries of its log. Default false.
   */
  readonly forOperators?: boolean;
}
