import mime from 'mime';
import { toSafeLine } from '../terminal/to-safe-text.ts';

/** Longest name, in bytes of UTF-8: file systems take 255, and a number may have to fit in. */
const MAX_BYTES = 200;

/** Longest end that counts as an extension and is kept when a name is cut. */
const MAX_EXTENSION = 20;

/** What no name may have on one system or another. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const RESERVED = /[\u0000-\u001f\u007f<>:"/\\|?*]/gu;

/** Devices of Windows, whatever the extension. */
const DEVICE = /^(?:aux|clock\$|com[\d¹²³]|con|conin\$|conout\$|lpt[\d¹²³]|nul|prn)(?=\.|$)/iu;

/** What an agent says of a file. */
export interface FileClaims {
  readonly name: string;
  /** What the artifact is called that holds it. */
  readonly artifact: string;
  readonly mediaType: string;
}

/**
 * The name under which a file of somebody else is saved: one part of a path, never hidden, never
 * a device, on every system. A file without a name gets that of its artifact, and the extension of
 * its media type.
 */
export function toFileName({ name, artifact, mediaType }: FileClaims): string {
  const given = toSafeName(lastOf(name));
  if (given !== '') return cut(given);
  const [type = ''] = mediaType.split(';');
  const extension = mime.getExtension(type.trim().toLowerCase()) ?? 'bin';
  const made = toSafeName(artifact);
  return cut(`${made === '' ? 'file' : made}.${extension}`);
}

/** The same name with a number, in front of the extension. */
export function numberFileName(name: string, number: number): string {
  const { stem, extension } = split(name);
  return `${stem}-${number}${extension}`;
}

/** What follows the folders, of paths of any system. */
function lastOf(path: string): string {
  return path.split(/[/\\]/u).findLast((part) => part.trim() !== '') ?? '';
}

function toSafeName(text: string): string {
  const name = toSafeLine(text.normalize('NFC'))
    .replaceAll(RESERVED, '_')
    .replace(/^[.\s]+/u, '')
    .replace(/[.\s]+$/u, '');
  return DEVICE.test(name) ? `_${name}` : name;
}

function cut(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const { stem, extension } = split(name);
  const room = MAX_BYTES - Buffer.byteLength(extension);
  let kept = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(stem)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > room) break;
    kept += segment;
  }
  return `${kept.trimEnd()}${extension}`;
}

function split(name: string): { readonly stem: string; readonly extension: string } {
  const dot = name.lastIndexOf('.');
  const isExtension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= MAX_EXTENSION;
  const end = isExtension ? dot : name.length;
  return { stem: name.slice(0, end), extension: name.slice(end) };
}
