// Documents of A2A, checked by the published schemas and written with the types of those schemas.

import { createValidator } from '@formwork/schema';
import bundle from '@formwork/schemas/a2a/v1.0/a2a.wire.json' with { type: 'json' };
import type { Message } from '@formwork/schemas/types/a2a-v1.0-wire';
import assert from 'node:assert/strict';

const validator = createValidator({ ...bundle, $ref: '#/$defs/Message' });

const message: Message = {
  messageId: 'm-1',
  role: 'ROLE_USER',
  parts: [
    { data: { a: 'Lion', b: 'Tiger' }, mediaType: 'application/json;schema=fightComparison' },
  ],
};
assert.deepEqual(validator.check(message), []);

// A role in the spelling of A2A 0.3 is not valid in a message of A2A 1.0.
const [problem] = validator.check({ ...message, role: 'user' });
assert.equal(problem?.pointer, '/role');
console.log(problem.message);
