/** Options of {@link tapBody}. */
export interface TapBodyOptions {
  /** Told the body once it is over, or each event of a stream before its reader gets it. */
  readonly tell: (text: string) => void;
  /** Characters that are kept of what is told at once. */
  readonly maxBody: number;
}

/** Events of one stream that are told. */
const MAX_EVENTS = 1000;

/** The same response, of whose body somebody is told. */
export function tapBody(response: Response, options: TapBodyOptions): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) {
    options.tell('');
    return response;
  }
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  const tap = isStream ? createEventTap(options) : createBodyTap(options);
  const reader = body.getReader();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          tap.end();
          controller.close();
        } else {
          tap.add(value);
          controller.enqueue(value);
        }
      } catch (error) {
        tap.end();
        controller.error(error);
      }
    },
    async cancel(reason) {
      tap.end();
      await reader.cancel(reason);
    },
  });
  return new Response(stream as ConstructorParameters<typeof Response>[0], {
    status,
    statusText,
    headers,
  });
}

interface Tap {
  readonly add: (bytes: Uint8Array) => void;
  /** Only the first time counts. */
  readonly end: () => void;
}

function createBodyTap({ tell, maxBody }: TapBodyOptions): Tap {
  const decoder = new TextDecoder();
  let text = '';
  let isOver = false;
  return {
    add(bytes) {
      // One character more than is kept shows that it was cut.
      if (text.length <= maxBody) text += decoder.decode(bytes, { stream: true });
    },
    end() {
      if (!isOver) tell(text);
      isOver = true;
    },
  };
}

function createEventTap({ tell, maxBody }: TapBodyOptions): Tap {
  const decoder = new TextDecoder();
  let rest = '';
  let told = 0;

  function tellEvent(event: string): void {
    const isComment = event.split(/\r?\n/u).every((line) => line === '' || line.startsWith(':'));
    if (isComment || told > MAX_EVENTS) return;
    told += 1;
    tell(told > MAX_EVENTS ? '… (what follows is not recorded)' : event);
  }

  return {
    add(bytes) {
      if (told > MAX_EVENTS) return;
      const events = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n\r?\n/u);
      // Of an event that is longer than what is kept of it, the end does not matter.
      rest = (events.pop() ?? '').slice(0, maxBody + 1);
      for (const event of events) tellEvent(event);
    },
    end() {
      tellEvent(rest);
      rest = '';
    },
  };
}
