import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { expect } from 'vitest';
import { kantorTest } from '../support/fixtures.ts';

// The description as those who read descriptions for a living judge it: both linters by their recommended rules, nothing left out.

const test = kantorTest.extend('text', { scope: 'file' }, async ({ kantor }) => {
  const answer = await kantor.app.inject(`${MERCHANT_API_BASE}/openapi.json`);
  return answer.payload;
});

test('redocly finds no error and nothing to warn of', async ({ text }) => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

test('spectral finds no error and nothing to warn of', async ({ text }) => {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [[oas, 'recommended']] } as never);
  const problems = await spectral.run(text);
  expect(problems.map(({ code, message, path }) => [code, message, path.join('.')])).toEqual([]);
});
