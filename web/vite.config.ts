import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|txt)$/;
const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

/** Writes `.br` and `.gz` beside every text asset of the build, so that the server never compresses on the fly. */
function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'kantor-precompress',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const files = await readdir(outDir, { recursive: true, withFileTypes: true });
      await Promise.all(
        files
          .filter((file) => file.isFile() && COMPRESSIBLE.test(file.name))
          .map(async (file) => {
            const path = join(file.parentPath, file.name);
            const text = await readFile(path);
            const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
            await writeFile(`${path}.br`, await promisify(brotliCompress)(text, brotli));
            await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
          }),
      );
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompress()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The CSP has no data: sources for fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What nearly every screen is made of comes in one file instead of ten small ones: it compresses better.
        codeSplitting: {
          groups: [{ name: 'shared', test: /web\/src\/(?:api|session|shared)\/(?!ui\/confirm-button)/ }],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/merchant': server } },
});
