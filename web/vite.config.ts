import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';

const TARGET = 'es2023';
const alias = { '@': fileURLToPath(new URL('./src', import.meta.url)) };
const COMPRESSIBLE = /\.(?:js|css|html|svg|json|txt)$/;
const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

/** Writes `.br` and `.gz` beside every text asset of the build, so that the server never compresses on the fly. */
function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'kantor-precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
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

/** Whatever the app itself imports, and the small parts of every screen, come in one file: it compresses better than fifty. */
const SHARED = {
  name: 'shared',
  test: /rolldown\/runtime|web\/src\/(?:app\/(?!desk-|developer-|section-|shell\/user-menu-panel)|shared\/(?:lib|list|ui)\/)/,
};
/** Pages of one thing have this besides. */
const DETAIL = { name: 'detail', test: /web\/src\/shared\/detail\// };
/** Screens with forms have this besides. What a form takes of Mantine goes to chunks of its own: other screens need it, too. */
const FORM = { name: 'form', test: /web\/src\/shared\/form\//, includeDependenciesRecursively: false };
const BOOT = '/src/boot/boot.ts';

/** Builds a classic script that needs no other. */
async function buildScript(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    resolve: { alias },
    build: {
      write: false,
      target: TARGET,
      rolldownOptions: { input: join(import.meta.dirname, entry), output: { format: 'iife' } },
    },
  });
  if (Array.isArray(built) || !('output' in built)) throw new Error(`${entry} was not built`);
  return built.output[0].code;
}

/** Builds the service worker, at the address that gives it the whole site. */
function serviceWorker(): Plugin {
  return {
    name: 'kantor-service-worker',
    apply: 'build',
    async buildStart() {
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: await buildScript('/src/worker/sw.ts') });
    },
  };
}

/**
 * Builds the first step as a script of its own that stands in the page's head: the browser runs it before anything else, and it
 * waits for no module.
 */
function bootScript(): Plugin {
  return {
    name: 'kantor-boot-script',
    apply: 'build',
    async buildStart() {
      this.emitFile({ type: 'asset', name: 'boot.js', source: await buildScript(BOOT) });
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace(`<script type="module" src="${BOOT}"></script>`, ''),
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const boot = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes('boot.js'));
        const page = bundle['index.html'];
        if (!boot || page?.type !== 'asset') throw new Error('There is no page, or no first step');
        page.source = String(page.source).replace(
          '</title>',
          `</title>\n    <script src="/${boot.fileName}"></script>`,
        );
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), bootScript(), serviceWorker(), precompress()],
  resolve: { alias },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: TARGET,
    // The CSP has no data: sources for fonts.
    assetsInlineLimit: 0,
    // The first screen comes in one file; the benchmark measures its weight.
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [SHARED, DETAIL, FORM] },
        // The first screen names four hundred files: the eighth character of each would weigh a tenth of a KiB.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: { proxy: { '/api': server, '/merchant': server, '/pay/': server } },
});
