/** The shortest silence after which a stream with signs of life has ended, in milliseconds. */
const SILENCE = 45_000;

/**
 * Reads a response of server-sent events, and yields the `data` of each event as soon as all of it
 * has arrived. A server that says how often it sends a sign of life has gone if it says nothing for
 * three times as long: the stream then ends.
 */
export async function* readServerEvents(
  body: ReadableStream<Uint8Array>,
  headers: Headers,
): AsyncGenerator<string, void, undefined> {
  const heartbeatMs = Number(headers.get('x-formwork-heartbeat'));
  const silenceMs = Math.min(2 ** 31 - 1, Math.max(SILENCE, 3 * heartbeatMs));
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const timer =
        heartbeatMs > 0 && setTimeout(() => void reader.cancel().catch(() => {}), silenceMs);
      const { done, value } = await reader.read().finally(() => timer && clearTimeout(timer));
      if (done) return;
      const text = decoder.decode(value, { stream: true });
      // `rest` contains no end of an event, except perhaps the first of its two line breaks.
      let from = Math.max(0, rest.length - 1);
      rest += text;
      for (let end = rest.indexOf('\n\n', from); end !== -1; end = rest.indexOf('\n\n', from)) {
        const data = readData(rest.slice(0, end));
        rest = rest.slice(end + 2);
        from = 0;
        if (data !== '') yield data;
      }
    }
  } finally {
    // Closes the connection, so that the server knows that nobody reads it.
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns the `data` of one server-sent event; its comments, names and ids are ignored. */
function readData(event: string): string {
  return event
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(line.startsWith('data: ') ? 6 : 5))
    .join('\n');
}
