import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// Inputs and answers are the contract's (zod): compilers of JSON Schema would only take memory, and time of every start.
test('the framework compiles no schemas: what would is not even loaded', () => {
  const BUILD_API = fileURLToPath(new URL('../../src/app/build-api.ts', import.meta.url));
  const program = `
    const { buildApi } = await import(${JSON.stringify(BUILD_API)});
    const settings = { jwtSecret: 'a secret of nobody', dataDir: ${JSON.stringify(tmpdir())} };
    await (await buildApi({ db: {}, settings })).ready();
    const { createRequire } = await import('node:module');
    console.log(JSON.stringify(Object.keys(createRequire(${JSON.stringify(BUILD_API)}).cache)));
    process.exit(0);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  const loaded = JSON.parse(output) as string[];
  expect(loaded.some((file) => file.includes('/node_modules/fastify/'))).toBe(true);
  expect(loaded.filter((file) => /\/ajv\/|@fastify\/.*-compiler/.test(file))).toEqual([]);
});
