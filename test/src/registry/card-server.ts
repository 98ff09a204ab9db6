import type { RequestListener } from 'node:http';
import { OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import { listen } from '../support/raw-agent.ts';

/** A server of a card that can become another one, or misbehave. */
export interface CardServer {
  readonly url: string;
  /** Fields of the card from now on, over those it has. */
  readonly set: (fields: object) => void;
  /** Answers by hand from now on; `undefined` answers with the card again. */
  readonly answer: (listener: RequestListener | undefined) => void;
  /** What `/.well-known/agent-registry.json` says. Default: there is none. */
  readonly prove: (proof: unknown) => void;
  /** How often the card was asked for. */
  readonly reads: () => number;
}

/** Serves a card at a port of its own until the test is over. */
export async function startCardServer(fields: object = {}): Promise<CardServer> {
  let own = fields;
  let byHand: RequestListener | undefined;
  let proof: unknown;
  let reads = 0;
  const url = await listen((request, response) => {
    if (request.url === '/.well-known/agent-registry.json') {
      response.statusCode = proof === undefined ? 404 : 200;
      response.end(JSON.stringify(proof ?? {}));
      return;
    }
    reads += 1;
    if (byHand !== undefined) {
      byHand(request, response);
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...toCard(url), ...own }));
  });
  return {
    url,
    set(more) {
      own = { ...own, ...more };
    },
    answer(listener) {
      byHand = listener;
    },
    prove(value) {
      proof = value;
    },
    reads: () => reads,
  };
}

function toCard(url: string): object {
  return {
    name: 'Rates',
    description: 'Tells what currencies cost.',
    version: '1.0.0',
    supportedInterfaces: [
      { url: `${url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    capabilities: {
      streaming: true,
      extensions: [
        {
          uri: OBJECT_SCHEMAS_EXTENSION_URI,
          params: {
            schemas: { priceQuery: { type: 'object', properties: { of: { type: 'string' } } } },
          },
        },
      ],
    },
    defaultInputModes: ['application/json;schema=priceQuery'],
    defaultOutputModes: ['text/plain'],
    skills: [
      { id: 'price_query', name: 'Price of a currency', description: 'x', tags: ['Finance'] },
    ],
  };
}
