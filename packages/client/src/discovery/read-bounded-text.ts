import { RequestError } from '../errors/request-error.ts';
import { createLimit } from '../transport/create-fetch.ts';
import { watchBody } from '../transport/watch-body.ts';
import { describeFault } from '../transport/describe-fault.ts';
import { ResponseTooLarge } from '../transport/response-too-large.ts';

/** The text of a card. @throws RequestError when it is too large, and when it breaks off. */
export async function readBoundedText(
  response: Response,
  { url, maxBytes }: { readonly url: URL; readonly maxBytes: number },
): Promise<string> {
  try {
    if (response.body === null) return '';
    const body = watchBody(response.body, createLimit(maxBytes));
    return await new Response(body as ConstructorParameters<typeof Response>[0]).text();
  } catch (cause) {
    if (cause instanceof ResponseTooLarge) {
      throw new RequestError(
        `Cannot connect as the card at ${url.href} must have at most ${maxBytes} bytes: it has more. Raise maxCardBytes if it has to be larger.`,
        { reason: 'TOO_LARGE', cause },
      );
    }
    throw new RequestError(
      `Cannot connect as the card at ${url.href} must arrive whole: current outcome is ${JSON.stringify(describeFault(cause))}`,
      { reason: 'NETWORK', cause },
    );
  }
}
