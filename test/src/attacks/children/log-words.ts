// Logs texts from attackers, as a server would: `node log-words.ts` writes one line for each
// attack.
import { createConsoleLogger } from '@formwork/schema/options';
import { ESCAPE_ATTACKS } from '../escapes.ts';

const logger = createConsoleLogger();
for (const { text } of ESCAPE_ATTACKS) logger.warn(`Said ${text}`, { [`field ${text}`]: text });
