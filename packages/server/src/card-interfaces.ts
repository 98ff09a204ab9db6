import type { CardInterface } from '@formwork/core';
import { JSON_RPC_PATH, REST_PATH } from './paths.ts';

/** The doors that a server at this address has, in order of preference. */
export function toCardInterfaces(publicUrl: string): readonly CardInterface[] {
  const base = publicUrl.replace(/\/+$/u, '');
  return [
    { url: `${base}${JSON_RPC_PATH}`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    { url: `${base}${REST_PATH}`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    { url: `${base}${JSON_RPC_PATH}`, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
  ];
}
