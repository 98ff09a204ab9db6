import { createBridge, serveBridgeStdio, type BridgeOptions } from '@formwork/mcp';

/** The options of the bridge, as JSON; the key of its handles is written in hexadecimal digits. */
const { handleKey, ...options } = JSON.parse(process.argv[2] ?? '{}') as BridgeOptions & {
  readonly handleKey?: unknown;
};
const key = typeof handleKey === 'string' ? { handleKey: Buffer.from(handleKey, 'hex') } : {};
const log = (message: string, fields?: object): void => {
  console.error(message, JSON.stringify(fields ?? {}));
};
serveBridgeStdio(createBridge({ ...options, ...key, logger: { info: log, warn: log } }));
