// Preloaded by a program, whose card routes then never answer: requests for cards are swallowed.
import { Server } from 'node:http';

// oxlint-disable-next-line typescript/unbound-method -- it is called with the server
const { emit } = Server.prototype;
Server.prototype.emit = function emitOthers(name, ...args) {
  const [request] = args;
  return name === 'request' && request.url.startsWith('/.well-known/agent')
    ? true
    : emit.call(this, name, ...args);
};
