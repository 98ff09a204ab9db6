/** The `data` of each server-sent event of a response, as it comes. */
export async function* readServerEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const text = decoder.decode(value, { stream: true });
      // What is kept has no end of an event in it, except for the first half of one.
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
    // Tells the server that nobody listens any more.
    await reader.cancel().catch(() => undefined);
  }
}

/** Comments, names and ids are left out. */
function readData(event: string): string {
  return event
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(line.startsWith('data: ') ? 6 : 5))
    .join('\n');
}
