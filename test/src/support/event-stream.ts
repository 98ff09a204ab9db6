/** A server-sent event that a test received. */
export interface ReceivedEvent {
  readonly id?: string;
  /** The name of the event; `message` if the event has none. */
  readonly name: string;
  /** The data of the event, parsed as JSON. */
  readonly data: unknown;
}

/**
 * Yields the frames of an event stream in order, comments included, each without the empty line at
 * its end. Throws if the stream ends within a frame.
 */
async function* readFrames(response: Response): AsyncGenerator<string, void, undefined> {
  if (response.body === null) throw new Error('The response has no body.');
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const frames = (text + chunk).split('\n\n');
    text = frames.pop() ?? '';
    yield* frames;
  }
  if (text !== '') throw new Error(`The stream ends amid an event: ${text}`);
}

/** Yields the events of a response that is an event stream, without comments. */
export async function* readEvents(
  response: Response,
): AsyncGenerator<ReceivedEvent, void, undefined> {
  for await (const frame of readFrames(response)) {
    if (!frame.startsWith(':')) yield toEvent(frame);
  }
}

/** Reads an event stream to its end and returns all events. */
export function collectEvents(response: Response): Promise<readonly ReceivedEvent[]> {
  return collect(readEvents(response));
}

/** Returns all items that an iterable still yields. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function toEvent(frame: string): ReceivedEvent {
  const fields = new Map(
    frame.split('\n').map((line) => {
      const [, name = '', value = ''] = /^(\w+): (.*)$/u.exec(line) ?? [];
      return [name, value];
    }),
  );
  const id = fields.get('id');
  return {
    ...(id !== undefined && { id }),
    name: fields.get('event') ?? 'message',
    data: JSON.parse(fields.get('data') ?? 'null') as unknown,
  };
}
