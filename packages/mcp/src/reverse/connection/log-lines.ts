import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';
import type { BridgeLogger } from '../../bridge-logger.ts';
import { toCleanLine } from '../../text/to-clean-text.ts';

const MAX_LINE = 2000;

/** Puts what a program says on its standard error into our log, line by line. */
export function logLines(stream: Readable, logger: BridgeLogger): void {
  createInterface({ input: stream }).on('line', (line) => {
    const text = toCleanLine(line, { most: MAX_LINE });
    if (text !== '') logger.info('The MCP server says', { text });
  });
}
