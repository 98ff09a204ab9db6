const ID = /^[A-Za-z0-9_-]{1,128}$/;

/** Throws a `TypeError` for an id that could be read as anything but a plain name. */
export function checkBlobId(id: string): void {
  if (!ID.test(id)) {
    throw new TypeError(
      `Cannot use the blob store as an id must be 1 to 128 letters, digits, "_" or "-": current value is ${JSON.stringify(id)}`,
    );
  }
}
