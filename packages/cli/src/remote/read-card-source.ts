import { connect } from '@formwork/client';
import { readJsonSource } from '../input/read-json-source.ts';
import { toConnectOptions, type RemoteFlags } from './connect-options.ts';

/** Reads an agent's card from a file or from the agent itself. @throws CliError, ConnectError */
export async function readCardSource(source: string, flags: RemoteFlags): Promise<unknown> {
  if (!/^https?:\/\//u.test(source)) return readJsonSource(source);
  const texts: string[] = [];
  // The parsed card lacks members that the SDK does not know; the cached text has them.
  const cardCache = {
    get: () => undefined,
    set: (_url: string, card: { readonly text: string }) => {
      texts.push(card.text);
    },
  };
  await connect(source, { ...toConnectOptions(source, flags), cardCache, extendedCard: false });
  return JSON.parse(texts.at(-1) ?? 'null') as unknown;
}
