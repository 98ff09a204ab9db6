import { generateKeyPairSync, sign } from 'node:crypto';

/** A private key and the certificate that goes with it, in PEM. */
interface Certificate {
  readonly key: string;
  readonly certificate: string;
}

/**
 * Makes a self-signed certificate (RFC 5280) for the host `localhost`, with the given common name.
 */
export function createCertificate(subject = 'localhost'): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = der(0x30, oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  const commonName = der(0x30, oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from(subject)));
  const name = der(0x30, der(0x31, commonName));
  const hosts = der(0x30, der(0x82, Buffer.from('localhost')));
  const validity = der(0x30, toTime(-3_600_000), toTime(86_400_000));
  const extension = der(0x30, oid(0x55, 0x1d, 0x11), der(0x04, hosts));
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, extension)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey));
  const lines = der(0x30, content, ecdsaWithSha256, signature)
    .toString('base64')
    .match(/.{1,64}/gu);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: [
      '-----BEGIN CERTIFICATE-----',
      ...(lines ?? []),
      '-----END CERTIFICATE-----',
      '',
    ].join('\n'),
  };
}

/** Encodes one ASN.1 value in DER. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80
      ? [length]
      : length < 0x100
        ? [0x81, length]
        : [0x82, Math.floor(length / 256), length % 256];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function oid(...bytes: readonly number[]): Buffer {
  return der(0x06, Buffer.from(bytes));
}

/** Encodes a time as ASN.1 UTCTime, given in milliseconds from now. */
function toTime(milliseconds: number): Buffer {
  const digits = new Date(Date.now() + milliseconds).toISOString().replaceAll(/\D/gu, '');
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`));
}
