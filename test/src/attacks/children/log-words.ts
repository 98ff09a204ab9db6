// Logs what strangers say, as a server does: `node log-words.ts`, one line for each attack.
import { createConsoleLogger } from '@formwork/runtime/internal';
import { ESCAPE_ATTACKS } from '../escapes.ts';

const logger = createConsoleLogger();
for (const { text } of ESCAPE_ATTACKS) logger.warn(`Said ${text}`, { [`field ${text}`]: text });
