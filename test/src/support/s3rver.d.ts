declare module '@20minutes/s3rver' {
  import type { IncomingMessage } from 'node:http';
  import type { AddressInfo, Server } from 'node:net';
  import type { Readable } from 'node:stream';

  /** One request to the S3 server; the server reads the object from `req`. */
  interface S3Context {
    req: Readable;
    readonly request: { readonly req: IncomingMessage };
    readonly method: string;
    status: number;
    body: string;
    get(header: string): string;
  }

  type S3Middleware = (context: S3Context, next: () => Promise<void>) => Promise<void>;

  /** The S3 server of the package `s3rver`, with the members that tests use. */
  class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly directory: string;
      readonly silent: boolean;
      readonly vhostBuckets: boolean;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    readonly middleware: S3Middleware[];
    readonly httpServer: Server & { closeAllConnections(): void };
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
  // oxlint-disable-next-line import/no-default-export -- what the package exports
  export default S3rver;
}

declare module '@20minutes/s3rver/lib/models/account.js' {
  /** The account that owns all buckets of the S3 server. */
  export const DUMMY_ACCOUNT: {
    createKeyPair(accessKeyId: string, secretAccessKey: string): void;
  };
}
