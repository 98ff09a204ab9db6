import type { BridgeLogger } from '../bridge-logger.ts';
import type { Secrets } from './secrets.ts';

/** A logger that writes no secrets. */
export function guardLogger({ info, warn }: BridgeLogger, { hide }: Secrets): BridgeLogger {
  const toShown = (write: BridgeLogger['info']): BridgeLogger['info'] => {
    return (message, fields) => {
      if (fields === undefined) write(hide(message));
      else write(hide(message), hideFields(fields, hide));
    };
  };
  return { info: toShown(info), warn: toShown(warn) };
}

/** Fields are plain data, for a log. */
function hideFields(fields: object, hide: Secrets['hide']): object {
  const text = JSON.stringify(fields);
  const shown = hide(text);
  return shown === text ? fields : (JSON.parse(shown) as object);
}
