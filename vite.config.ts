// One configuration for the app (root: app/), the bundled server (`vite build --ssr`), development and the tests.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { isServerPath } from './sync/contract/server-paths.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The server inside Vite's development server: server code is loaded again after every save. */
const groundworkServer = (entry: string): Plugin => ({
  name: 'groundwork-server',
  apply: 'serve',
  configureServer(vite) {
    if (process.env.VITEST) return;
    vite.middlewares.use(async (request, response, next) => {
      if (!isServerPath(new URL(request.url ?? '/', 'http://local').pathname)) return next();
      try {
        const { developmentApp } = await vite.ssrLoadModule(entry);
        const app = await developmentApp();
        await getRequestListener(app.fetch)(request, response);
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error);
        next(error);
      }
    });
  },
});

/** Puts the app's own scripts into a template, from where the small script in index.html takes them at the right moment. */
const appAfterPaint: Plugin = {
  name: 'groundwork-app-after-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const app = /[ \t]*<(?:script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>\n?/g;
      const parts = [...html.matchAll(app)].map(([part]) => part.trim());
      return html.replace(app, '').replace('<!--app-->', () => `<template id="app">${parts.join('')}</template>`);
    },
  },
};

const testProject = (name: string, include: string[], more: object = {}) => ({
  extends: true as const,
  // A busy machine is no failure: what is polled for may take its time.
  test: { name, root: at('.'), include, expect: { poll: { timeout: 15_000 } }, ...more },
});

/**
 * One chunk for a family of routes. A family is given by the modules that it begins with and takes whatever these import
 * and no family before it has taken. The worker leaves out what is named `admin-`: administration needs the network.
 */
const families: [name: string, begins: RegExp][] = [
  ['core', /\/app\/(main\.tsx|catalog\/)/],
  ['learn', /\/app\/(course\/|lesson\/(lesson-page|text-lesson))/],
  [
    'shell',
    /\/app\/([^/]*\.tsx?|ui\/(dialog|menu|toaster|field)|downloads\/run-)|\/sync\/(network|contract\/invitation)/,
  ],
  ['auth', /\/app\/account\/(auth-client|session)\.ts/],
  ['player', /\/app\/lesson\/(video-lesson|media-session)/],
  ['quiz', /\/app\/lesson\//],
  ['account', /\/app\/account\//],
  ['certificate', /\/app\/certificate\//],
  ['device', /\/app\/(downloads|sync-status|visitor-work)\/|\/sync\/(work-file|full-storage)/],
  ['no-storage', /\/fake-indexeddb\//],
  ['admin-csv', /\/papaparse\//],
  ['admin-tables', /\/app\/(ui\/|admin\/(admin-[cfg]|ask|confirm|panel|table|trouble|use-act|words))|\/@tanstack\//],
  ['admin-writing', /\/app\/admin\/(writing|quizzes|videos)\//],
  ['admin-pages', /\/app\/admin\//],
];

export default defineConfig(({ isSsrBuild }) => ({
  root: at('app'),
  cacheDir: at('node_modules/.vite'),
  server: { port: Number(process.env.PORT ?? 3000) },
  plugins: isSsrBuild
    ? []
    : [
        react(),
        tailwindcss(),
        VitePWA({
          strategies: 'injectManifest',
          srcDir: '.',
          filename: 'service-worker.ts',
          registerType: 'prompt',
          injectRegister: false,
          manifest: JSON.parse(readFileSync(at('manifest.webmanifest'), 'utf8')),
          includeManifestIcons: false,
          injectManifest: {
            globPatterns: ['**/*.{js,css,html,svg,png,woff2}'],
            globIgnores: ['**/admin-*', 'screenshots/**'],
          },
        }),
        appAfterPaint,
        groundworkServer(at('server/development.ts')),
      ],
  build: isSsrBuild
    ? { outDir: at('dist/server'), emptyOutDir: true, target: 'node24', sourcemap: true, copyPublicDir: false }
    : // Every browser that runs this app preloads modules by itself.
      {
        outDir: at('dist/client'),
        emptyOutDir: true,
        sourcemap: true,
        modulePreload: { polyfill: false },
        rollupOptions: {
          // What only shapes are made of goes where they are used: a rule of the contract does not bring the parser along.
          treeshake: { manualPureFunctions: ['z'], moduleSideEffects: [{ test: /\/sync\//, sideEffects: false }] },
          output: {
            codeSplitting: {
              groups: families.map(([name, test], index) => ({ name, test, priority: families.length - index })),
            },
          },
        },
      },
  ssr: isSsrBuild ? { noExternal: true as const, external: ['better-sqlite3'] } : {},
  test: {
    // Vitest's own choice is one worker fewer than there are cores: a single one on a small machine.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      testProject('architecture', ['tests/architecture.test.ts']),
      testProject('unit', ['tests/{contract,sync,app}/**/*.test.{ts,tsx}', 'tests/{,chaos/}*.test.ts'], {
        exclude: ['tests/architecture.test.ts'],
        testTimeout: 30_000,
      }),
      testProject('server', ['tests/server/**/*.test.ts'], {
        globalSetup: at('tests/postgres.ts'),
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      testProject('simulation', ['tests/simulation/**/*.test.ts'], { testTimeout: 600_000 }),
    ],
  },
}));
