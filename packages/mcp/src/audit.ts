import type { HeldRequest, RefusedRequest } from '@formwork/network';
import { toErrorText } from '@formwork/schema';
import type { BridgeLogger } from './bridge-logger.ts';
import { HandleError } from './errors.ts';
import type { TaskHandles } from './handles/task-handle.ts';

/** The facts that every audit event of a bridge has. */
interface AuditFacts {
  /** The time of the audit event, ISO 8601 in UTC with milliseconds. */
  readonly time: string;
}

/** The facts of an audit event about an agent of the bridge. */
interface AuditAgent extends AuditFacts {
  readonly alias: string;
  /** The origin of the agent's address; the rest of it may hold a secret. */
  readonly origin: string | undefined;
}

/**
 * A security event of a bridge, as the option `audit` is called with it. Kinds that a server has
 * too have the same fields there. It contains no credentials, handles, arguments or results. New
 * versions may add kinds: ignore unknown ones.
 */
export type BridgeAuditEvent =
  /** The caller of a request over HTTP could not be identified. */
  | (AuditFacts & HeldRequest & { readonly kind: 'credentials-refused' })
  /** A request came under a host name that is not the bridge's, or from a page of another site. */
  | (AuditFacts & RefusedRequest)
  /** A host gave a handle that is made up, changed, expired, or another caller's. */
  | (AuditFacts & {
      readonly kind: 'handle-refused';
      /** The principal of the caller; `undefined` for an anonymous one. */
      readonly principal: string | undefined;
      readonly reason: 'unknown' | 'expired';
    })
  /** The texts of an agent that models read have changed. */
  | (AuditAgent & {
      readonly kind: 'agent-changed';
      readonly name: string;
      readonly version: string;
      readonly previousVersion: string;
      /** The names of tools that the lock withholds now. */
      readonly withheld: readonly string[];
    })
  /** The signature of an agent's card is not to be trusted any more, as `connect` says. */
  | (AuditAgent & { readonly kind: 'card-refused'; readonly problem: string });

/**
 * The function that takes the audit events of a bridge. If it throws, or what it returns rejects,
 * the error is logged and no host notices.
 */
export type BridgeAuditListener = (event: BridgeAuditEvent) => void;

type WithoutTime<Event> = Event extends BridgeAuditEvent ? Omit<Event, 'time'> : never;

/** Reports the audit events of one bridge; does nothing without a listener. */
export interface BridgeAudit {
  readonly tell: (event: WithoutTime<BridgeAuditEvent>) => void;
  /** Wraps handles so that those that cannot be opened are reported. */
  readonly watchHandles: (handles: TaskHandles) => TaskHandles;
}

/** Makes the audit that reports to a listener. */
export function createBridgeAudit(
  listener: BridgeAuditListener | undefined,
  {
    logger,
    hide,
  }: {
    readonly logger: BridgeLogger;
    /** Takes the bridge's own credentials out of a text. */
    readonly hide: (text: string) => string;
  },
): BridgeAudit {
  function tell(event: WithoutTime<BridgeAuditEvent>): void {
    if (listener !== undefined) void tellNow(event, listener);
  }

  async function tellNow(
    event: WithoutTime<BridgeAuditEvent>,
    listen: BridgeAuditListener,
  ): Promise<void> {
    try {
      const text = hide(JSON.stringify({ ...event, time: new Date().toISOString() }));
      const outcome: unknown = listen(JSON.parse(text) as BridgeAuditEvent);
      await outcome;
    } catch (error) {
      logger.warn('Cannot tell of an event of security', { error: toErrorText(error) });
    }
  }

  function watch<Opened>(open: (text: string, principal: string) => Opened): typeof open {
    return (text, principal) => {
      try {
        return open(text, principal);
      } catch (error) {
        if (error instanceof HandleError) {
          tell({ kind: 'handle-refused', principal: principal || undefined, reason: error.reason });
        }
        throw error;
      }
    };
  }

  return {
    tell,
    watchHandles: (handles) => ({
      ...handles,
      open: watch(handles.open),
      openPart: watch(handles.openPart),
      openContext: watch(handles.openContext),
    }),
  };
}
