import { createWallet } from '@kantor/contract/plain/funds-routes.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { STEP_UP_HEADER } from '@kantor/contract/plain/step-up.ts';
import { ACCOUNTS } from '@kantor/demo/accounts.ts';
import { expect, test } from '@playwright/test';
import { signIn } from './people.ts';

const REFUSAL = {
  type: 'about:blank',
  title: 'Forbidden',
  status: 403,
  detail: 'Введите пароль ещё раз, чтобы продолжить',
  code: 'password_required',
  purpose: 'wallets',
  methods: ['password'],
};

test('a call of an old session asks for the password once, and goes on', async ({ page }) => {
  await signIn(page, 'merchant');
  // The session has just begun: its age is played.
  const tokens: string[] = [];
  await page.route(`**${API_BASE}${createWallet.path}`, async (route) => {
    const request = route.request();
    const token = request.headers()[STEP_UP_HEADER];
    if (request.method() !== 'POST') await route.continue();
    else if (token === undefined)
      await route.fulfill({ status: 403, contentType: 'application/problem+json', json: REFUSAL });
    else {
      tokens.push(token);
      await route.fulfill({ status: 201, json: { id: 'w', wallet_to_withdraw: '', is_valid: true, usable_at: null } });
    }
  });
  await page.goto('/wallets');
  await page.getByRole('button', { name: 'Добавить кошелёк' }).click();
  const form = page.getByRole('dialog', { name: 'Добавить кошелёк' });
  await form.getByRole('textbox').fill('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Введите пароль' });
  const password = question.getByLabel('Пароль', { exact: true });
  await expect(password).toBeFocused();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const box = await question.boundingBox();
      expect(box?.width).toBeLessThanOrEqual(width);
      const path = process.env['LOOKS'];
      if (path !== undefined) await page.screenshot({ path: `${path}/step-up-${width}-${colorScheme}.png` });
    }
  }
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(question.getByText('Неверный пароль')).toBeVisible();
  await expect(password).toBeFocused();
  await page.keyboard.type(ACCOUNTS.merchant.password);
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(form).toBeHidden();
  expect(tokens).toHaveLength(1);
});
