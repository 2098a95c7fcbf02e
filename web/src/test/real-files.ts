import { File as RealFile } from 'node:buffer';
import { vi } from 'vitest';

/** jsdom's forms cannot be sent by the platform's fetch; until the test ends these can, as in a browser. */
export async function lendRealForms(): Promise<void> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const form = await new Response('', { headers }).formData();
  vi.stubGlobal('FormData', form.constructor);
}

/** Enough of a browser's file for a form. */
export const realFile = (name: string, type = 'image/png') =>
  new RealFile(['\u0089PNG'], name, { type }) as unknown as File;
