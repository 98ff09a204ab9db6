/**
 * Keeps bytes that are too big for the rows of an engine, each under an id that the engine makes up.
 *
 * Every blob store MUST pass `describeBlobStore` (see `@formwork/runtime/testing`). The engine
 * writes down which ids it is about to use before it puts, so a store need not list what it has:
 * whatever a crash leaves behind is deleted by its id. In all methods:
 * - an id is 1 to 128 of the characters `A-Z a-z 0-9 _ -`; any other MUST be refused with a
 *   `TypeError`, and MUST NOT reach beyond the store (`..`, `/`);
 * - a failure of the storage MUST reject; the engine turns it into `EngineStorageError`;
 * - all processes that share the rows MUST share the blobs.
 */
export interface BlobStore {
  /**
   * Keeps the bytes under the id. Once the promise has resolved they MUST be as durable as the rows
   * that will refer to them. If it rejects or the process dies, a later {@link get} MUST give all of
   * the bytes or none. Putting the same bytes again MUST do no harm. The engine neither puts other
   * bytes under an id, nor twice at once. MUST NOT keep or change `bytes` afterwards.
   */
  put(id: string, bytes: Uint8Array): Promise<void>;

  /** The bytes, or `undefined` when there are none under this id. */
  get(id: string): Promise<Uint8Array | undefined>;

  /**
   * Forgets the bytes, and whatever a {@link put} that did not come to its end has left under this
   * id. MUST resolve when there is nothing to forget.
   */
  delete(id: string): Promise<void>;
}
