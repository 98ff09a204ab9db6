import { createBoundedMap } from './bounded-map.ts';

/** What two agents agreed on. */
interface Connection {
  readonly protocol: string;
  /** Absent when the peer named none. */
  readonly schemaVersion?: string;
}

/** Who: the principal, and the id that it sends by. */
interface Peer {
  readonly principalId: string | undefined;
  readonly agentId: string;
}

/** What handshakes began and goodbyes have not ended. */
export interface Connections {
  open(peer: Peer, connection: Connection): void;
  isOpen(peer: Peer): boolean;
  close(peer: Peer): void;
}

/** Strangers can open any number; who was forgotten shakes hands again. */
const MAX_CONNECTIONS = 10_000;

/** Remembers connections in this process. */
export function createConnections(): Connections {
  const open = createBoundedMap<Connection>(MAX_CONNECTIONS);
  const toKey = ({ principalId = '', agentId }: Peer): string => `${agentId} ${principalId}`;
  return {
    open: (peer, connection) => open.set(toKey(peer), connection),
    isOpen: (peer) => open.get(toKey(peer)) !== undefined,
    close: (peer) => void open.delete(toKey(peer)),
  };
}
