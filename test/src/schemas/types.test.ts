import type { Task as LegacyTask } from '@formwork/schemas/types/a2a-v0.3';
import type { Message as ReadMessage } from '@formwork/schemas/types/a2a-v1.0';
import type { Message, Part } from '@formwork/schemas/types/a2a-v1.0-wire';
import type { Question } from '@formwork/schemas/types/follow-up-forms-v1';
import type { TaggedPart } from '@formwork/schemas/types/object-schemas-v1';
import { expectTypeOf, test } from 'vitest';

// The compiler is the test: valid values must compile, and invalid values must not.

type Said<Role> = { messageId: string; role: Role; parts: [{ text: string }] };

test('types of A2A 1.0 know its names', () => {
  expectTypeOf<Said<'ROLE_USER'>>().toExtend<Message>();
  expectTypeOf<Said<'user'>>().not.toExtend<Message>();
  expectTypeOf<Omit<Said<'ROLE_USER'>, 'parts'>>().not.toExtend<Message>();
  // Readers of ProtoJSON accept numbers for enums, but writers send names.
  expectTypeOf<Said<number>>().toExtend<ReadMessage>();
  expectTypeOf<Said<number>>().not.toExtend<Message>();
  expectTypeOf<{ data: null; metadata: { mimeType: string } }>().toExtend<Part>();
  expectTypeOf<{ text: number }>().not.toExtend<Part>();
});

test('types of A2A 0.3 and of extensions know theirs', () => {
  type Work<Kind> = { kind: Kind; id: string; contextId: string; status: { state: 'working' } };
  expectTypeOf<Work<'task'>>().toExtend<LegacyTask>();
  expectTypeOf<Work<'message'>>().not.toExtend<LegacyTask>();
  expectTypeOf<{ question: number; key: string; prompt: string }>().toExtend<Question>();
  expectTypeOf<{ question: string; key: string; prompt: string }>().not.toExtend<Question>();
  expectTypeOf<{ data: 1; metadata: { mimeType: string } }>().toExtend<TaggedPart>();
  expectTypeOf<{ data: 1 }>().not.toExtend<TaggedPart>();
});
