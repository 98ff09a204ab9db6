import { listenForEnd } from '@formwork/schema/internal';
import type { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import { constants } from 'node:os';
import { ListenError } from './errors.ts';
import type { OpenGrpcDoor } from './grpc-door.ts';
import {
  checkReach,
  type ListenOptions,
  type ListenResult,
  type ServerOptions,
} from './server-options.ts';
import { checkStorage } from './storage-refusal.ts';
import { bindServer, LISTEN_ONCE } from './web-server.ts';
import { completeStreamLimits } from './write-event-stream.ts';

/** The time that responses under way have when the server closes, in milliseconds. */
const CLOSE_GRACE_MS = 2_000;

/** The endpoints that open when a server listens, and close with it. */
interface ServerEndpoints {
  /** Opens the endpoints at the server's URL; returns the address of the gRPC endpoint, if any. */
  readonly open: (url: string, grpc: OpenGrpcDoor | undefined) => string | undefined;
  readonly close: () => Promise<void>;
}

/** The responses that are under way, for closing a server: a count costs less than a set of them. */
export class AnswerCount {
  #count = 0;
  /** Resolves when no response is under way; present while a close waits for that. */
  #none: PromiseWithResolvers<void> | undefined;

  /** Counts a response from now on until it is complete or lost. */
  add(response: Pick<EventEmitter, 'once'>): void {
    this.#count += 1;
    response.once('close', this.#end);
  }

  /** Resolves when no response is under way, or after the given milliseconds. */
  async whenNone(milliseconds: number): Promise<void> {
    if (this.#count === 0) return;
    this.#none ??= Promise.withResolvers<void>();
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    await Promise.race([this.#none.promise, late]);
    clearTimeout(timer);
  }

  readonly #end = (): void => {
    this.#count -= 1;
    if (this.#count > 0) return;
    this.#none?.resolve();
    this.#none = undefined;
  };
}

/** A server from its first `listen` to its close, with the gRPC endpoint beside it. */
export class ServerLifecycle {
  readonly #web: Server | TlsServer;
  readonly #options: ServerOptions;
  readonly #endpoints: ServerEndpoints;
  readonly #answers = new AnswerCount();
  /** `new` again after a failed `listen`. */
  #phase: 'new' | 'listening' | 'closed' = 'new';
  #url: string | undefined;
  #grpc: OpenGrpcDoor | undefined;
  #end: ProcessEnd | undefined;
  #closing: Promise<void> | undefined;

  constructor(web: Server | TlsServer, options: ServerOptions, endpoints: ServerEndpoints) {
    this.#web = web;
    this.#options = options;
    this.#endpoints = endpoints;
    web.on('request', (_request, response) => this.#answers.add(response));
  }

  get isClosed(): boolean {
    return this.#phase === 'closed';
  }

  /** The URL on which the server listens; `undefined` before. */
  get url(): string | undefined {
    return this.#url;
  }

  async listen({ port = 4100, host = '127.0.0.1' }: ListenOptions): Promise<ListenResult> {
    const address = { host, port };
    if (this.#phase !== 'new') {
      throw new ListenError(address, { rule: LISTEN_ONCE, value: this.#phase });
    }
    checkReach(address, this.#options);
    const door = this.#options.grpc?.address;
    if (door !== undefined) checkReach({ ...door, host: door.host ?? host }, this.#options);
    this.#phase = 'listening';
    try {
      return await this.#open(address);
    } catch (error) {
      await Promise.all([this.#freeAddress(), this.#grpc?.close(0)]);
      this.#grpc = undefined;
      if (!this.isClosed) this.#phase = 'new';
      throw error;
    }
  }

  /** Closes the server once; further calls wait for the same end. */
  close(): Promise<void> {
    this.#phase = 'closed';
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #open(address: Required<ListenOptions>): Promise<ListenResult> {
    const { bodyLimit = '1mb', closeOnSignals = false, grpc } = this.#options;
    await checkStorage(this.#options);
    this.#grpc = await grpc?.open({
      host: address.host,
      bodyLimit,
      ...completeStreamLimits(this.#options),
    });
    if (this.isClosed) throw new ListenError(address, { rule: LISTEN_ONCE, value: 'closed' });
    // The ports, and with them the addresses on the card, are known from here on.
    const url = await bindServer(this.#web, address);
    this.#url = url;
    const grpcUrl = this.#endpoints.open(url, this.#grpc);
    if (closeOnSignals) this.#end = new ProcessEnd(() => this.close());
    return { url, ...(grpcUrl !== undefined && { grpcUrl }) };
  }

  async #close(): Promise<void> {
    // The server still accepts connections here, so that callers get the answer to come back later.
    await this.#endpoints.close();
    const freed = this.#freeAddress();
    const shut = this.#grpc?.close(CLOSE_GRACE_MS);
    await this.#answers.whenNone(CLOSE_GRACE_MS);
    // Closes idle connections too, some of which have never sent a request.
    this.#web.closeAllConnections();
    await Promise.all([freed, shut]);
    this.#end?.forget();
  }

  #freeAddress(): Promise<unknown> {
    return new Promise((resolve) => this.#web.close(resolve));
  }
}

/**
 * Closes a server when something asks the process to end: a signal, or the end of the npm that
 * started it. Then ends the process by the same signal, unless the program has listeners of its own.
 * A second signal ends the process at once.
 */
class ProcessEnd {
  readonly #close: () => Promise<void>;
  readonly #forget: () => void;
  #isClosing = false;

  constructor(close: () => Promise<void>) {
    this.#close = close;
    this.#forget = listenForEnd((signal) => void this.#handle(signal));
  }

  /** Listens no more, because the server has closed for another reason. */
  forget(): void {
    this.#forget();
  }

  async #handle(signal: NodeJS.Signals): Promise<void> {
    const code = 128 + constants.signals[signal];
    if (this.#isClosing) process.exit(code);
    this.#isClosing = true;
    await this.#close().catch(() => undefined);
    this.#forget();
    // Another listener has received the signal as well, and ends the process in its own way.
    if (process.listenerCount(signal) > 0) return;
    if (process.platform !== 'win32') process.kill(process.pid, signal);
    // The first process of a container survives a signal of its own, and Windows has none.
    process.exit(code);
  }
}
