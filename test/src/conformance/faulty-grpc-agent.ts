import { A2AService } from '@a2a-js/sdk/server/grpc';
import type { Metadata } from '@grpc/grpc-js';
import {
  Client,
  credentials,
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceError,
} from '@grpc/grpc-js';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findGrpcAddress, OWN_CONNECTIONS } from '../support/grpc-call.ts';
import { onTestFinished } from '../support/test-end.ts';
import type { Loose } from './faulty-agent.ts';

/** A fault that is put in front of the gRPC door of a good agent. */
export interface GrpcFault {
  readonly name: string;
  /** The rules that must find it, and no others. */
  readonly rules: readonly string[];
  /** Changes the metadata of a request. */
  readonly ask?: (metadata: Metadata) => void;
  /** Changes an error, or returns the message to answer instead of it. */
  readonly fail?: (error: ServiceError, call: { readonly method: string; request: Loose }) => Loose;
  /** Changes the events of a stream. */
  readonly events?: (events: Loose[]) => void;
}

type Call = ServerUnaryCall<unknown, unknown> & ServerWritableStream<unknown, unknown>;

/** Serves a good agent over gRPC with one fault in front of it, and returns its URL. */
export async function startFaultyGrpcAgent(good: string, fault: GrpcFault): Promise<string> {
  const client = new Client(
    await findGrpcAddress(good),
    credentials.createInsecure(),
    OWN_CONNECTIONS,
  );
  const server = new Server();
  const methods = Object.entries(A2AService).map(([method, definition]) => {
    const { path, requestSerialize, responseDeserialize, responseStream } = definition;
    const types = [
      path,
      requestSerialize as (value: unknown) => Buffer,
      responseDeserialize as (bytes: Buffer) => unknown,
    ] as const;
    return [
      method,
      (call: Call, callback?: sendUnaryData<unknown>) => {
        const metadata = call.metadata.clone();
        metadata.remove('user-agent');
        fault.ask?.(metadata);
        const { request } = call;
        if (responseStream) {
          void forward(client.makeServerStreamRequest(...types, request, metadata), call);
          return;
        }
        client.makeUnaryRequest(...types, request, metadata, (error, answer) => {
          const instead = error === null ? undefined : fault.fail?.(error, { method, request });
          if (error === null || instead !== undefined) callback?.(null, answer ?? instead);
          else callback?.(error, null);
        });
      },
    ];
  });
  server.addService(A2AService, Object.fromEntries(methods) as never);

  async function forward(
    stream: AsyncIterable<unknown> & { cancel(): void },
    call: Call,
  ): Promise<void> {
    const events: unknown[] = [];
    call.once('cancelled', () => stream.cancel());
    try {
      for await (const event of stream) {
        // A subscription to a waiting task does not end.
        if (call.getPath().endsWith('SubscribeToTask')) call.write(event);
        else events.push(event);
      }
      fault.events?.(events);
      for (const event of events) call.write(event);
      call.end();
    } catch (error) {
      if (!call.cancelled) call.emit('error', error);
    }
  }

  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  const card = await fetch(`${good}/.well-known/agent-card.json`, {
    headers: { 'a2a-version': '1.0' },
  });
  const door = { url: `127.0.0.1:${port}`, protocolBinding: 'GRPC', protocolVersion: '1.0' };
  const text = JSON.stringify({ ...((await card.json()) as Loose), supportedInterfaces: [door] });
  const http = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.setHeader('cache-control', 'max-age=60').setHeader('etag', '"1"').end(text);
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(() => {
    server.forceShutdown();
    client.close();
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}
