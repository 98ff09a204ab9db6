import type { Part } from '@a2a-js/sdk';
import { describe, expect, test } from 'vitest';
import type { TaskQuery } from '../engine/task-engine.ts';
import type { Scope } from '../scope.ts';
import { type EngineUnderTest, openEngine } from './engine-storage.ts';
import {
  createLeased,
  newTask,
  pieceEvent,
  range,
  SCOPE,
  statusEvent,
  textMessage,
} from './samples.ts';

/** Declares the tests of an engine's `list` with a text to search for. */
export function describeSearch(subject: EngineUnderTest): void {
  describe('list() with a text', () => {
    test('searches what was sent, what came of it and its title, whatever the letter case', async () => {
      const { engine, advance } = await openEngine(subject);
      const sent = async (data: unknown, title = ''): Promise<string> => {
        const { message } = newTask();
        const part: Part = {
          content: { $case: 'data', value: data },
          metadata: undefined,
          filename: '',
          mediaType: 'application/json;schema=s',
        };
        const parts = [part];
        const invocation = { kind: 'structured', skillId: 's', schema: 's', data } as const;
        const { taskId } = await engine.create(
          newTask({
            message: { ...message, parts },
            metadata: title === '' ? {} : { title },
            invocation: { ...invocation, acceptedOutputModes: [] },
          }),
        );
        await advance(2);
        return taskId;
      };
      const cat = await sent({ animal: 'Straßen-KATZE "Mia"\nÄÖÜ', legs: 4_711 });
      const dog = await sent({ animal: 'Λύκος ΟΔΟΣ', katze: false }, 'The Dog');
      const found = await createLeased(engine);
      await engine.append(found, [
        statusEvent('working', 'looks around'),
        pieceEvent('a', 'A snow leopard, Привет'),
        statusEvent('failed', 'The 100% sure path\\to'),
      ]);
      await engine.create(newTask({ scope: 'bob' as Scope, message: textMessage('katze mia') }));
      const find = async (text: string, rest: Partial<TaskQuery> = {}): Promise<unknown> => {
        const { tasks } = await engine.list(SCOPE, { pageSize: 10, ...rest, text });
        return tasks.map(({ id }) => id);
      };
      expect(await find('katze')).toEqual([cat]);
      expect(await find('  mia\tSTRASSEN-K')).toEqual([]);
      expect(await find('"mia"  straßen-k')).toEqual([cat]);
      expect(await find('äöü 4711')).toEqual([cat]);
      expect(await find('TRaßEN-katze')).toEqual([cat]);
      expect(await find('οδος')).toEqual([dog]);
      expect(await find('ΛΎΚΟΣ')).toEqual([dog]);
      expect(await find('the dog')).toEqual([dog]);
      expect(await find('LEOPARD привет')).toEqual([found.taskId]);
      for (const text of ['пРИВЕТ', ', Приве', 'd, прив'])
        expect(await find(text)).toEqual([found.taskId]);
      for (const text of ['п.ивет', 'приве[т]', 'приветы']) expect(await find(text)).toEqual([]);
      expect(await find('100% path\\TO')).toEqual([found.taskId]);
      for (const text of ['legs', 'animal', 'metadata', 'structured', 'looks', 'm_a', 'k%e', '*']) {
        expect(await find(text)).toEqual([]);
      }
      expect(await find('mia', { state: 'completed' })).toEqual([]);
      expect(await find('mia', { skillId: 's', state: 'submitted' })).toEqual([cat]);
      const city = await sent({
        city: 'İstanbul, DİYARBAKIR',
        street: 'STRAẞE',
        drink: 'CAF\u00c9',
      });
      const cafe = await sent({ drink: 'Cafe\u0301 \u1112\u1161\u11ab\u1100\u116e\u11a8' });
      for (const text of ['İstanbul', 'İSTANBUL', 'i\u0307stanbul', 'DİYARBA', 'd', 'straße']) {
        expect(await find(text)).toContain(city);
      }
      for (const text of ['caf\u00e9', 'CAFE\u0301', 'cafe\u0301']) {
        expect(await find(text)).toEqual([cafe, city]);
      }
      expect(await find('한국')).toEqual([cafe]);
      for (const text of ['', ' ', 'x'.repeat(201), 'a b c d e f g h i']) {
        await expect(find(text)).rejects.toThrow(RangeError);
      }
    });

    test('pages of a search have every match once, and count what the other filters select', async () => {
      const { engine, advance } = await openEngine(subject);
      const ids: string[] = [];
      for (const index of range(9)) {
        const word = index % 2 === 0 ? 'even' : 'odd';
        const { taskId } = await engine.create(newTask({ message: textMessage(word) }));
        if (word === 'even') ids.unshift(taskId);
        await advance(2);
      }
      const found: string[] = [];
      let pageToken: string | undefined;
      do {
        const query = { text: 'EVEN', pageSize: 2, ...(pageToken && { pageToken }) };
        const page = await engine.list(SCOPE, query);
        expect(page.totalSize).toBe(9);
        found.push(...page.tasks.map(({ id }) => id));
        ({ nextPageToken: pageToken } = page);
      } while (pageToken !== undefined);
      expect(found).toEqual(ids);
    });
  });

  test.for([{}, { text: 'large' }])(
    'list() ends a page of large tasks early, and the next one goes on: %j',
    async (filter) => {
      const { engine, advance } = await openEngine(subject);
      const text = `Large: ${'x'.repeat(1_048_576)}`;
      const ids: string[] = [];
      for (const _ of range(10)) {
        const { taskId } = await engine.create(newTask({ message: textMessage(text) }));
        ids.unshift(taskId);
        await advance(2);
      }
      const first = await engine.list(SCOPE, { ...filter, pageSize: 100 });
      expect(first.tasks.map(({ id }) => id)).toEqual(ids.slice(0, 8));
      expect(first.totalSize).toBe(10);
      const pageToken = first.nextPageToken ?? '';
      const second = await engine.list(SCOPE, { ...filter, pageSize: 100, pageToken });
      expect(second.tasks.map(({ id }) => id)).toEqual(ids.slice(8));
      expect(second.nextPageToken).toBeUndefined();
    },
  );
}
