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
import { COMMON, listen } from './stock-agents.ts';
import { onTestFinished } from './test-end.ts';

/** Options of {@link startStockGrpcAgent}. */
interface GrpcAgentOptions {
  /** Fields that replace those of the card. Default: none. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** True if the card also lists a JSON-RPC endpoint, after the gRPC endpoint. Default false. */
  readonly hasJsonRpc?: boolean;
  /**
   * Returns the address of the gRPC endpoint for the card, given its port. Default
   * `127.0.0.1:PORT`.
   */
  readonly toUrl?: (port: number) => string | Promise<string>;
  readonly credentials?: ServerCredentials;
  /**
   * Returns an error with which a call is refused, or `undefined` to answer it. Default: no call is
   * refused.
   */
  readonly refuse?: (metadata: Metadata, method: string) => Partial<ServiceError> | undefined;
  /** True if the agent answers messages with an empty gRPC message. Default false. */
  readonly answersNothing?: boolean;
}

/** A served agent that speaks gRPC. */
interface GrpcAgent {
  /** The URL below which the agent's card is served. */
  readonly url: string;
  readonly port: number;
  /** The method and the metadata of every call so far. */
  readonly calls: readonly { readonly method: string; readonly metadata: Metadata }[];
  /** Ends all connections at once and accepts no more. */
  readonly stop: () => void;
}

type Handler = (
  call: ServerUnaryCall<unknown, unknown> & ServerWritableStream<unknown, unknown>,
  callback?: sendUnaryData<unknown>,
) => void;

/** Serves an agent over gRPC with `@a2a-js/sdk` 1.3 only, as the SDK's documentation shows. */
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
