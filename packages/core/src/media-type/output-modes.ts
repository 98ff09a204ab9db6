import { parseMediaType } from './media-type.ts';

/** How a result is sent: as tagged data, or as text for callers that can read nothing else. */
export type OutputForm = 'data' | 'text';

/**
 * Chooses how to send structured output to a caller that said what it accepts (A2A 1.0 section
 * 3.2.2: agents tailor their output to `acceptedOutputModes`).
 *
 * Text is chosen only when the caller accepts text and no JSON; everything unknown is no reason
 * to withhold the data.
 */
export function toOutputForm(acceptedOutputModes: readonly string[]): OutputForm {
  let acceptsText = false;
  for (const mode of acceptedOutputModes) {
    const type = parseMediaType(mode)?.type ?? mode.trim().toLowerCase();
    if (type === 'application/json' || type === 'application/*' || type === '*/*') {
      return 'data';
    }
    // "text" alone is no media type, but older clients and cards say it.
    if (type === 'text/plain' || type === 'text/*' || type === 'text') acceptsText = true;
  }
  return acceptsText ? 'text' : 'data';
}
