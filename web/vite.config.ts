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

/** What nearly every screen is made of comes in one file instead of ten small ones: it compresses better. */
const SHARED = {
  name: 'shared',
  test: /web\/src\/(?:api\/(?:api|auth-slice|base-query|info|orders|user)\.ts|session\/(?!live\/)|shared\/(?!lib\/use-request-key|i18n\/(?:en[^/]*\.json|webhooks)|ui\/(?:action-button|confirm-button|use-action\b|use-optimistic-switch|appeal-tone|detail-screen|facts|form\/|raw\/)))/,
};
/** What screens with forms have besides. */
const FORM = { name: 'form', test: /web\/src\/shared\/ui\/form\// };
/** What pages of one thing have besides. */
const DETAIL = { name: 'detail', test: /web\/src\/shared\/ui\/(?:action-button|detail-screen|facts)/ };
/** The first step stands alone, with Vite's own help for `import()`, so that it waits for nothing. */
const FIRST = {
  name: 'first',
  priority: 1,
  test: /web\/src\/(?:api\/(?:refresh|stored-session|url)|shared\/lib\/storage)\.ts|vite\/preload-helper/,
};

const link = (rel: string, file: string) => ({
  tag: 'link',
  attrs: { rel, crossorigin: true, href: `/${file}` },
  injectTo: 'head' as const,
});

/** `boot.ts` imports the rest by itself; the page names it too, so that all of it is fetched at once. */
function preloadMain(): Plugin {
  return {
    name: 'kantor-preload-main',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const of = (file: string) => chunks.find((chunk) => chunk.facadeModuleId?.endsWith(file));
        const [boot, main] = [of('index.html'), of('/app/main.tsx')];
        if (!boot || !main) throw new Error('The build has no chunk of the page, or none of app/main.tsx');
        const late = boot.imports.filter((file) => !file.startsWith(`assets/${FIRST.name}-`));
        if (late.length > 0) throw new Error(`The first step would wait for ${late.join(', ')}`);
        const needed = [main, ...chunks.filter((chunk) => main.imports.includes(chunk.fileName))];
        const styles = needed.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
        return [
          ...needed.map((chunk) => link('modulepreload', chunk.fileName)),
          ...styles.map((file) => link('stylesheet', file)),
        ].filter(({ attrs }) => !html.includes(attrs.href));
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadMain(), precompress()],
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
        codeSplitting: { groups: [FIRST, SHARED, DETAIL, FORM] },
      },
    },
  },
  server: { proxy: { '/api': server, '/merchant': server } },
});
