import { connect } from '@formwork/client';
import { readJsonSource } from '../input/read-json-source.ts';
import { toConnectOptions, type RemoteFlags } from './connect-options.ts';

/** Reads an agent's card from a file or from the agent itself. @throws CliError, ConnectError */
export async function readCardSource(source: string, flags: RemoteFlags): Promise<unknown> {
  if (!/^https?:\/\//u.test(source)) return readJsonSource(source);
  let text = 'null';
  // What the client parses has lost what the SDK does not know; what it keeps has not.
  const cardCache = {
    get: () => undefined,
    set: (_url: string, card: { readonly text: string }) => {
      text = card.text;
    },
  };
  await connect(source, { ...toConnectOptions(source, flags), cardCache, extendedCard: false });
  return JSON.parse(text) as unknown;
}
