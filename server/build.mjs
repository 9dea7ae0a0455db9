// Builds the app, its service worker and the bundled server into dist/, with brotli and gzip copies of the static files. It is made beside
// and takes the name at the end: a build that is cut short leaves what was there.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { explain } from './launch.mjs';

const top = fileURLToPath(new URL('..', import.meta.url));
/** As in vite.config.ts. */
const made = join(top, 'dist.new');
const COMPRESSED = /\.(js|mjs|css|html|svg|webmanifest|json|wasm)$/;

async function compress(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => COMPRESSED.test(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const content = readFileSync(path);
      const options = {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      };
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(content, options));
      writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

/** Tells two builds of one version apart; the same sources give the same. */
function hashOf(folder) {
  const hash = createHash('sha256');
  const names = readdirSync(folder, { recursive: true }).filter((name) => /\.(m?js|html|sql)$/.test(name));
  for (const name of names.sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 8);
}

/** What is built: COMMIT where there is no git, as in an image; undefined when nobody knows. */
function commit() {
  if (process.env.COMMIT || !existsSync(join(top, '.git'))) return process.env.COMMIT;
  const words = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
  const { status, stdout } = spawnSync('git', words, { cwd: top, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

async function build() {
  // Also where somebody's shell or .env says otherwise.
  process.env.NODE_ENV = 'production';
  const { checkCatalogs } = await import('./words/words.ts');
  checkCatalogs();
  const vite = await import('vite');
  const configFile = join(top, 'vite.config.ts');
  const logLevel = 'warn';
  rmSync(made, { recursive: true, force: true });
  await vite.build({ configFile, logLevel });
  await vite.build({ configFile, logLevel, build: { ssr: join(top, 'server/main.ts') } });
  // A process of its own reads what is sent: all of it in one file, the only one that it may read.
  const readers = { ssr: join(top, 'server/authoring/import/read-archive.ts'), emptyOutDir: false };
  const oneFile = { output: { entryFileNames: '[name].mjs', codeSplitting: false } };
  await vite.build({ configFile, logLevel, build: { ...readers, rollupOptions: oneFile } });
  await compress(join(made, 'client'));
  const fonts = join(top, 'node_modules/dejavu-fonts-ttf');
  for (const name of ['ttf/DejaVuSerif-Bold.ttf', 'ttf/DejaVuSans.ttf', 'ttf/DejaVuSans-Bold.ttf', 'LICENSE']) {
    cpSync(join(fonts, name), join(made, 'server/certificates/fonts', basename(name)));
  }
  const noto = join(top, 'node_modules/@fontsource');
  for (const pack of readdirSync(noto)) {
    const isUsed = (path) => !path.includes('.woff') || path.endsWith('-700-normal.woff');
    for (const name of ['files', 'unicode.json', 'LICENSE'])
      cpSync(join(noto, pack, name), join(made, 'server/certificates/fonts', pack, name), {
        recursive: true,
        filter: isUsed,
      });
  }
  cpSync(join(top, 'server/db/migrations'), join(made, 'server/db/migrations'), { recursive: true });
  cpSync(join(top, 'server/locales'), join(made, 'server/locales'), { recursive: true });
  const tools = join(top, 'content/tools');
  const id = hashOf(made);
  writeFileSync(join(made, 'server/build-id'), id);
  writeFileSync(join(made, 'server/commit'), commit() ?? '');
  cpSync(join(top, 'content'), join(made, 'server/content'), { recursive: true, filter: (path) => path !== tools });
  const { version } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8'));
  const old = join(top, 'dist.old');
  rmSync(old, { recursive: true, force: true });
  if (existsSync(join(top, 'dist'))) renameSync(join(top, 'dist'), old);
  renameSync(made, join(top, 'dist'));
  rmSync(old, { recursive: true, force: true });
  console.log(`Built ${version}+${id}.`);
}

explain('Usage: npm run build\nBuilds the app and the server into dist/.');
await build();
