import { OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import type { RequestListener } from 'node:http';
import { listen } from '../support/raw-agent.ts';

/** A server of an agent card that a test can change or make misbehave. */
export interface CardServer {
  readonly url: string;
  /** Sets fields of the card from now on. */
  readonly set: (fields: object) => void;
  /** Answers requests for the card by a listener from now on; `undefined` serves the card again. */
  readonly answer: (listener: RequestListener | undefined) => void;
  /**
   * Sets the content of `/.well-known/agent-registry.json`, as JSON or as a text. Default: there is no
   * such file.
   */
  readonly prove: (proof: unknown) => void;
  /** Returns the number of requests for the card. */
  readonly reads: () => number;
}

/** Serves an agent card on a free port until the test is over. */
export async function startCardServer(fields: object = {}): Promise<CardServer> {
  let own = fields;
  let byHand: RequestListener | undefined;
  let proof: unknown;
  let reads = 0;
  const url = await listen((request, response) => {
    if (request.url === '/.well-known/agent-registry.json') {
      response.statusCode = proof === undefined ? 404 : 200;
      response.end(typeof proof === 'string' ? proof : JSON.stringify(proof ?? {}));
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
