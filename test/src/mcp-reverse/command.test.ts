import { connect } from '@formwork/client';
import { expect, test } from 'vitest';
import { runCli, startCli } from '../support/run-cli.ts';
import { createNotes, serveFixtureHttp, toFixtureSource } from './serve-reversed.ts';

test('placeholder', () => expect(runCli).toBeDefined());
