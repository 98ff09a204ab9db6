import type { Server, Transport } from '@modelcontextprotocol/server';
import { guardMessage, type GuardOptions } from './guard-message.ts';

/**
 * Has everything that a server sends looked at first, whichever way it goes: the one place where
 * secrets are taken out, and where no message gets larger than hosts take.
 */
export function guardServer(server: Server, options: GuardOptions): void {
  const connect = server.connect.bind(server);
  server.connect = (transport: Transport) => {
    const send = transport.send.bind(transport);
    // The transport itself, not one around it: the SDK knows transports by identity.
    transport.send = async (message, more) => {
      const guarded = guardMessage(message, options);
      switch (guarded.kind) {
        case 'message':
          return send(guarded.message, more);
        case 'nothing':
          return undefined;
        case 'refused':
          throw new Error(guarded.reason);
      }
    };
    return connect(transport);
  };
}
