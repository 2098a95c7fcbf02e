import { expect, test } from 'vitest';
import { settingsReference } from './setting-texts.ts';

test('docs/settings.md is what the schemas say', async () => {
  await expect(settingsReference()).toMatchFileSnapshot('../../../docs/settings.md');
});
