// Builds the app, its service worker and the bundled server into dist/, with brotli and gzip copies of the static files.
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const top = fileURLToPath(new URL('..', import.meta.url));
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

async function build() {
  const vite = await import('vite');
  const configFile = join(top, 'vite.config.ts');
  const logLevel = 'warn';
  await vite.build({ configFile, logLevel });
  await vite.build({ configFile, logLevel, build: { ssr: join(top, 'server/main.ts') } });
  // A process of its own reads what is sent: all of it in one file, the only one that it may read.
  const readers = { ssr: join(top, 'server/authoring/import/read-archive.ts'), emptyOutDir: false };
  const oneFile = { output: { entryFileNames: '[name].mjs', codeSplitting: false } };
  await vite.build({ configFile, logLevel, build: { ...readers, rollupOptions: oneFile } });
  await compress(join(top, 'dist/client'));
  const fonts = join(top, 'node_modules/dejavu-fonts-ttf');
  for (const name of ['ttf/DejaVuSerif-Bold.ttf', 'ttf/DejaVuSans.ttf', 'ttf/DejaVuSans-Bold.ttf', 'LICENSE']) {
    cpSync(join(fonts, name), join(top, 'dist/server/certificates/fonts', basename(name)));
  }
  cpSync(join(top, 'server/db/migrations'), join(top, 'dist/server/db/migrations'), { recursive: true });
  const tools = join(top, 'content/tools');
  const id = hashOf(join(top, 'dist'));
  writeFileSync(join(top, 'dist/server/build-id'), id);
  cpSync(join(top, 'content'), join(top, 'dist/server/content'), { recursive: true, filter: (path) => path !== tools });
  const { version } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8'));
  console.log(`Built ${version}+${id}.`);
}

await build();
