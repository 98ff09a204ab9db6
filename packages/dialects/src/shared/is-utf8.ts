/** Whether a Content-Type says UTF-8, or no charset at all: JSON of others would be read as UTF-8. */
export function isUtf8(contentType: string): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/iu.exec(contentType)?.[1];
  return charset === undefined || /^utf-?8$/iu.test(charset);
}
