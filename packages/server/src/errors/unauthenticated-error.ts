import { A2AError } from '@a2a-js/sdk/errors';

/** The caller has to say who it is, and did not do so in a way that we accept. */
export class UnauthenticatedError extends A2AError {
  override readonly reason = 'UNAUTHENTICATED';

  /** The value of `WWW-Authenticate` (RFC 9110 section 11.6.1). */
  readonly challenge: string;

  constructor(challenge: string) {
    super({
      message:
        'Cannot serve the request as it must say who sends it: current value is no known credentials. The agent card says how to authenticate.',
    });
    this.challenge = challenge;
  }
}
