// One configuration for the app (root: app/), the bundled server (`vite build --ssr`), development and the tests.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { lingui } from '@lingui/vite-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rollup, runnerImport } from 'vite';
import { VitePWA, type VitePWAOptions } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import type { Development } from './server/development.ts';
import { endWithNpm, readDotEnv } from './server/launch.mjs';
import { isServerPath } from './sync/contract/server.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The server inside Vite's development server. It is bundled: loading its modules one by one takes three times as long. It
 * starts with Vite, and again with the next request after a save. A mistake in its code is printed and answered as an
 * error; the next request tries again.
 */
const groundworkServer: Plugin = {
  name: 'groundwork-server',
  apply: 'serve',
  configureServer(vite) {
    if (process.env.VITEST) return;
    process.setSourceMapsEnabled(true);
    endWithNpm();
    const outDir = at('node_modules/.vite/server');
    let running: Promise<Development> | undefined;
    let starts = 0;
    let isStale = true;
    const start = async (old: typeof running) => {
      await (await old?.catch(() => undefined))?.stop();
      await build({
        root: at('.'),
        configFile: false,
        logLevel: 'warn',
        plugins: [keepModuleUrls],
        build: { ssr: at('server/development.ts'), outDir, target: 'node24', sourcemap: true, copyPublicDir: false },
        // Node reads its list of 170 KB anew for each of its 300 files.
        ssr: { noExternal: ['drizzle-orm'] },
      });
      const address = `${pathToFileURL(`${outDir}/development.js`)}?${++starts}`;
      const { startDevelopment }: typeof import('./server/development.ts') = await import(address);
      return startDevelopment(starts === 1);
    };
    const load = () => {
      if (isStale) {
        isStale = false;
        running = start(running);
        running.catch(() => {
          isStale = true;
        });
      }
      return running as Promise<Development>;
    };
    vite.watcher.add([at('server'), at('sync')]).on('all', (_event, path) => {
      isStale ||= [at('server/'), at('sync/')].some((folder) => path.startsWith(folder));
    });
    vite.httpServer?.once('close', () => void running?.then(({ stop }) => stop()));
    load().catch((error) => vite.config.logger.error(`The server cannot start: ${error.stack}`, { error }));
    vite.middlewares.use(async (request, response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://local');
      // The modules of app/api/ have addresses like the server's own.
      if (!isServerPath(pathname) || /^\/api\/[\w/-]+\.tsx?$/.test(pathname)) return next();
      try {
        const { app } = await load();
        await getRequestListener(app.fetch)(request, response);
      } catch (error) {
        next(error);
      }
    });
  },
};

/** Files beside a module are found where the module is, not where the bundle is. */
const keepModuleUrls: Plugin = {
  name: 'groundwork-module-urls',
  enforce: 'pre',
  transform: (code, path) =>
    code.includes('import.meta.url')
      ? { code: code.replaceAll('import.meta.url', `'${pathToFileURL(path)}'`), map: null }
      : undefined,
};

/** The files of a family of chunks, with all that they import. */
function filesOf(bundle: Rollup.OutputBundle, family: string): Set<string> {
  const found = new Set<string>();
  const add = (file: Rollup.OutputBundle[string] | undefined) => {
    if (file?.type !== 'chunk' || found.has(file.fileName)) return;
    found.add(file.fileName);
    for (const name of file.imports) add(bundle[name]);
  };
  add(
    Object.values(bundle).find(
      ({ type, name }: { type: string; name?: string }) => type === 'chunk' && name === family,
    ),
  );
  return found;
}

/**
 * Writes into the page what a visitor sees before any script has run: the styles and the frame of a sign-in page, and for
 * landing.html, which is index.html otherwise, the landing page. And the files of a sign-in page, which it fetches at once.
 */
const writtenPages: Plugin = {
  name: 'groundwork-written-pages',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const page = bundle['index.html'];
      const [file, styles] = Object.entries(bundle).find(([name]) => name.endsWith('.css')) ?? [];
      if (page?.type !== 'asset' || !file || styles?.type !== 'asset')
        throw new Error('The build lacks a page or styles.');
      const { module } = await runnerImport<typeof import('./app/written-markup.tsx')>(at('app/written-markup.tsx'), {
        plugins: sentences(),
      });
      const core = filesOf(bundle, 'core');
      const app = [...core].map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`).join('');
      // Those that every page loads are in it already.
      const files = [...filesOf(bundle, 'sign-in')].filter((name) => !core.has(name));
      const hrefs = files.map((name) => `'/${name}'`).join(', ');
      const write = (account: string, landing: string) =>
        String(page.source)
          .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${styles.source}</style>`)
          // The app itself, for which the first script asks only when it runs.
          .replace('<!--app-->', () => app)
          .replace('/* sign-in */', () => hrefs)
          .replace('<!--account-->', () => account)
          .replace('<!--landing-->', () => landing);
      const landing = write('', `<div id="landing">${module.landingMarkup()}</div>`);
      this.emitFile({ type: 'asset', fileName: 'landing.html', source: landing });
      page.source = write(`<div id="account">${module.accountMarkup()}</div>`, '');
      delete bundle[file];
    },
  },
};

/** Macros to sentences with their English, and .po files to modules. A message that cannot be read ends the build. */
const sentences = () => [
  lingui({ macroTransform: { macro: { descriptorFields: 'message' } }, failOnCompileError: true }),
  englishCompiled,
];

/** English is in the code as the translations are in their modules: the browser reads no ICU messages. */
const englishCompiled: Plugin = {
  name: 'groundwork-english',
  enforce: 'pre',
  transform: {
    filter: { code: /\/\*i18n\*\// },
    handler: (code) => {
      const english = code.replace(/(?<=\bmessage: )("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/g, (literal) => {
        const message = readLiteral(literal);
        return /\{|''/.test(message) ? JSON.stringify(compileMessage(message)) : literal;
      });
      return { code: english, map: null };
    },
  },
};

const readLiteral = (literal: string): string => new Function(`return ${literal}`)();

type ManifestTransform = NonNullable<VitePWAOptions['injectManifest']['manifestTransforms']>[number];

/**
 * Gives each file of the precache its hash, by which the browser refuses any other answer (decision 035). Of what has no hash
 * in its name it is the revision too.
 */
const withIntegrity: ManifestTransform = (entries) => ({
  manifest: entries.map((entry) => {
    const hash = createHash('sha256')
      .update(readFileSync(at(`dist.new/client/${entry.url}`)))
      .digest('base64');
    return { ...entry, revision: entry.revision && hash.slice(0, 8), integrity: `sha256-${hash}` };
  }),
});

const testProject = (name: string, include: string[], more: object = {}) => ({
  extends: true as const,
  // A busy machine is no failure: what is polled for may take its time.
  test: { name, root: at('.'), include, expect: { poll: { timeout: 15_000 } }, ...more },
});

/**
 * One chunk for a family of routes. A family is given by the modules that it begins with and takes whatever these import
 * and no family before it has taken; 'dialog' and 'ui' are what several others share. The worker leaves out what is named
 * `admin-`: administration needs the network.
 */
const families: [name: string, ...begins: RegExp[]][] = [
  ['start', /\/app\/(start|ui\/language)\.ts|\/@lingui\/core\//],
  ['core', /\/app\/(main\.tsx|learn\/home\/(?!lesson-hits))/],
  [
    'dialog',
    /\/app\/(ui\/(dialog|confirm|keep-focus|page-mark|labels|table\/csv)|api\/media-token)/,
    /\/contract\/invitation|\/zod\//,
    // What signing in shares with the menu of a user.
    /\/app\/(account\/(account-form|shared-device\/pin-form)|device\/use-device-users|ui\/form\/password-field)/,
  ],
  ['learn', /\/app\/learn\/(course\/course-page|lesson\/lesson-page|home\/lesson-hits)/],
  ['player', /\/app\/learn\/player\/video-lesson/],
  ['ui', /\/app\/(ui\/(toaster|menu|tabs|copy-button|form\/file-picker)|account\/shared-device\/user-menu)/],
  [
    'beside',
    /\/app\/(beside-pages|shell\/(background-work|problem-reports|tablet-report|update-prompt|upload-note)|learn\/(downloads|sync-status)\/)/,
  ],
  // Its scheduler would be half of what a lesson loads.
  ['practice', /\/app\/(learn\/practice-|ui\/check-card)|\/sync\/extras\/practice|\/ts-fsrs\//],
  ['quiz', /\/app\/learn\/(lesson|quiz)\//],
  ['pdf', /\/app\/learn\/documents\/pdf-view|\/pdfjs-dist\//],
  ['auth', /\/app\/api\/auth-client\.ts/],
  // For one's own account and for others': neither is to load the family of the other.
  ['erase', /\/app\/shell\/erase-dialog/],
  // Opened cold from an email, and without the lessons that the rest of an account needs.
  ['sign-in', /\/app\/(account\/sign-in\/|learn\/certificate\/verify-page)/],
  ['account', /\/app\/(account|learn\/certificate)\//],
  ['no-storage', /\/fake-indexeddb\//],
  [
    'admin-tables',
    /\/app\/(admin\/(people\/(users-page|assign-dialog)|frame\/(admin-|messages))|api\/(use-api|query-client))/,
    /\/app\/(ui\/table\/|shell\/api-error-view)|\/@tanstack\//,
  ],
  ['admin-csv', /\/papaparse\/|\/app\/admin\/(frame\/read-rows|people\/read-guests|quizzes\/read-questions)/],
  // Ten times as large, and loaded with the first workbook.
  ['admin-spreadsheet', /\/hucre\/|\/app\/(ui\/write-spreadsheet|admin\/lists\/read-spreadsheet)/],
  ['admin-people', /\/app\/admin\/(admin-page|person-|people|insights)/],
  ['admin-courses', /\/app\/admin\//],
];

/** The build of Dexie for browsers of today is smaller; its main entry would bring the one for older browsers. */
const smallerDexie = { find: /^dexie$/, replacement: at('node_modules/dexie/dist/modern/dexie.mjs') };

/** Two thirds of the parser of lesson texts are names that a browser knows, and a finder of addresses that is not used. */
const smallerMarkdown = [
  { find: /^entities$/, replacement: at('app/ui/slim-entities.ts') },
  { find: /^linkify-it$/, replacement: at('app/ui/slim-linkify.ts') },
];

/** PORT and HOST are the server's, which reads .env too. */
function addressOfServer() {
  if (!process.env.VITEST) readDotEnv();
  // Another port than PORT would not be the address in mails and redirects.
  return { port: Number(process.env.PORT || 3000), host: process.env.HOST || undefined, strictPort: true };
}

export default defineConfig(({ command, isSsrBuild }) => ({
  root: at('app'),
  cacheDir: at('node_modules/.vite'),
  define: {
    'import.meta.env.APP_VERSION': JSON.stringify(JSON.parse(readFileSync(at('package.json'), 'utf8')).version),
  },
  resolve: { alias: command === 'build' && !isSsrBuild ? [smallerDexie, ...smallerMarkdown] : [] },
  server: command === 'serve' ? addressOfServer() : {},
  plugins: isSsrBuild
    ? []
    : [
        sentences(),
        react(),
        tailwindcss(),
        VitePWA({
          strategies: 'injectManifest',
          srcDir: 'service-worker',
          filename: 'service-worker.ts',
          registerType: 'prompt',
          injectRegister: false,
          manifest: false,
          injectManifest: {
            globPatterns: ['**/*.{js,mjs,css,html,svg,png,woff2,wasm,webmanifest}'],
            // The worker of the PDF viewer, which the service worker leaves for later.
            maximumFileSizeToCacheInBytes: 3_000_000,
            // A device has the languages of its people alone.
            globIgnores: ['**/admin-*', '**/language-*', 'screenshots/**', 'icons/*{apple,512}*.png'],
            manifestTransforms: [withIntegrity],
          },
          integration: {
            configureCustomSWViteBuild(worker) {
              worker.logLevel = 'warn';
              // The plugin's own words for it are out of date, of which each build would warn.
              const output = { entryFileNames: 'service-worker.mjs', codeSplitting: false };
              worker.build = { ...worker.build, rollupOptions: { ...worker.build?.rollupOptions, output } };
            },
          },
        }),
        writtenPages,
        groundworkServer,
      ],
  build: isSsrBuild
    ? {
        outDir: at('dist.new/server'),
        emptyOutDir: true,
        target: 'node24',
        sourcemap: true,
        copyPublicDir: false,
        chunkSizeWarningLimit: 10_000,
      }
    : // Every browser that runs this app preloads modules by itself.
      {
        // The bench measures what is loaded when (docs/performance.md).
        chunkSizeWarningLimit: 1_500,
        // server/build.mjs gives it its name when all of it is there.
        outDir: at('dist.new/client'),
        emptyOutDir: true,
        // Beside the files for whoever runs them, and not named: they are not served.
        sourcemap: 'hidden',
        target: ['safari16.4', 'firefox128', 'chrome111'],
        modulePreload: { polyfill: false },
        cssCodeSplit: false,
        rollupOptions: {
          output: {
            chunkFileNames: ({ facadeModuleId, name }) => {
              const [, language, area] = /locales\/(.+)\/(.+)\.po$/.exec(facadeModuleId ?? '') ?? [];
              return `assets/${language ? `language-${language}-${area}` : name}-[hash].js`;
            },
            // The name says under which policy it runs: devices keep an older one with the policy of its time.
            assetFileNames: ({ names: [name = ''] }) =>
              name.startsWith('pdf.worker')
                ? 'assets/pdf.worker.decoding-[hash][extname]'
                : 'assets/[name]-[hash][extname]',
            codeSplitting: {
              groups: [
                ...families.map(([name, ...begins], index) => ({
                  name,
                  test: (path: string) => begins.some((begin) => begin.test(path)),
                  priority: families.length - index,
                })),
                // Nobody is to load a whole family for an icon that it shares with another.
                { name: 'icons', test: /\/lucide-react\//, minShareCount: 2, priority: families.length - 0.5 },
              ],
            },
          },
        },
      },
  ssr: isSsrBuild ? { noExternal: true as const, external: ['better-sqlite3'] } : {},
  test: {
    // Vitest's own choice is one worker fewer than there are cores: a single one on a small machine.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      testProject('architecture', ['tests/{architecture,citations,documents,walks}.test.ts']),
      testProject('unit', ['tests/{unit,component}/**/*.test.{ts,tsx}', 'tests/{,perf/chaos/}*.test.ts'], {
        exclude: ['tests/{architecture,citations,documents,walks}.test.ts'],
        setupFiles: [at('tests/component-setup.ts')],
        testTimeout: 30_000,
      }),
      testProject('server', ['tests/server/**/*.test.ts'], {
        globalSetup: at('tests/postgres.ts'),
        setupFiles: [at('tests/server-setup.ts')],
        // The setup gives each file modules of its own: what a process of its own costs besides is half of a whole run.
        isolate: false,
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      testProject('simulation', ['tests/simulation/**/*.test.ts'], { testTimeout: 600_000 }),
    ],
  },
}));
