import { AgentCard } from '@a2a-js/sdk';
import { DefaultRequestHandler, InMemoryTaskStore, type AgentExecutor } from '@a2a-js/sdk/server';
import { jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import { A2AService, grpcService } from '@a2a-js/sdk/server/grpc';
import {
  Server,
  ServerCredentials,
  type Metadata,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceError,
} from '@grpc/grpc-js';
import express from 'express';
import { onTestFinished } from './test-end.ts';
import { COMMON, listen } from './stock-agents.ts';

/** How an agent that speaks gRPC differs from the plain one. */
interface GrpcAgentOptions {
  /** Fields of the card. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** True for a second door, after that of gRPC in the card: JSON-RPC. */
  readonly hasJsonRpc?: boolean;
  /** The door as the card names it. Default `127.0.0.1:PORT`. */
  readonly toUrl?: (port: number) => string | Promise<string>;
  readonly credentials?: ServerCredentials;
  /** An error for calls with this metadata, instead of an answer. */
  readonly refuse?: (metadata: Metadata, method: string) => Partial<ServiceError> | undefined;
  /** True for empty answers to messages. */
  readonly answersNothing?: boolean;
}

/** An agent that speaks gRPC. */
interface GrpcAgent {
  /** Where its card is. */
  readonly url: string;
  readonly port: number;
  /** Method and metadata of every call. */
  readonly calls: readonly { readonly method: string; readonly metadata: Metadata }[];
  /** Ends all connections at once, and takes no more. */
  readonly stop: () => void;
}

type Handler = (
  call: ServerUnaryCall<unknown, unknown> & ServerWritableStream<unknown, unknown>,
  callback?: sendUnaryData<unknown>,
) => void;

/** Serves an agent over gRPC with `@a2a-js/sdk` 1.3 only, as its documentation does. */
export async function startStockGrpcAgent(
  executor: AgentExecutor,
  options: GrpcAgentOptions = {},
): Promise<GrpcAgent> {
  const app = express();
  const url = await listen(app);
  const calls: { method: string; metadata: Metadata }[] = [];
  const server = new Server();
  const credentials = options.credentials ?? ServerCredentials.createInsecure();
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  onTestFinished(() => server.forceShutdown());
  const door = (await options.toUrl?.(port)) ?? `127.0.0.1:${port}`;
  const card = {
    ...COMMON,
    capabilities: { streaming: true },
    supportedInterfaces: [
      { url: door, protocolBinding: 'GRPC', protocolVersion: '1.0' },
      ...(options.hasJsonRpc === true
        ? [{ url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }]
        : []),
    ],
    ...options.fields,
  };
  const requestHandler = new DefaultRequestHandler(
    AgentCard.fromJSON(card),
    new InMemoryTaskStore(),
    executor,
  );
  const userBuilder = UserBuilder.noAuthentication;
  app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder }));
  app.get('/.well-known/agent-card.json', (_, response) => void response.json(card));

  const service = Object.entries(grpcService({ requestHandler, userBuilder }));
  const watched = service.map(([method, handle]): [string, Handler] => [
    method,
    (call, callback) => {
      calls.push({ method, metadata: call.metadata });
      const error = options.refuse?.(call.metadata, method);
      if (options.answersNothing === true && callback !== undefined) callback(null, {});
      else if (error === undefined) (handle as unknown as Handler)(call, callback);
      else if (callback === undefined) call.emit('error', error);
      else callback(error, null);
    },
  ]);
  server.addService(A2AService, Object.fromEntries(watched) as never);
  return { url, port, calls, stop: () => server.forceShutdown() };
}
