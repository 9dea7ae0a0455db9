// A process of its own: reads a package that somebody sent, and tells what would be taken (see read-sent-file.ts).
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { foreignZip, isManifest } from '#sync/contract/foreign-file.ts';
import type { PackageProposal } from '#sync/contract/package.ts';
import { decodeText } from '#sync/contract/text-file.ts';
import { hasNoRoom } from '../../media/has-no-room.ts';
import { ContentError, type Problem } from '../import/problems.ts';
import { type Archive, chooseAnother, openArchive, type PackedFile } from '../import/unpack.ts';
import { MANIFEST, type Manifest, type PackageItem, readManifest, startOf, wrong } from './read-manifest.ts';

export type ReadPackage = Omit<PackageProposal, 'items'> & { items: PackageItem[]; index: PackedFile[] };

export type ToldOfPackage = { package: ReadPackage } | { problems: readonly Problem[]; count: number } | { isFull: true };

const LIMITS = { what: 'package', files: 10_000, levels: 20, bytes: 4_000_000_000 };
const MANIFEST_LIMIT_BYTES = 5_000_000;
/** Pages are searched for addresses outside, so many bytes of one and of all. */
const PAGE_BYTES = 1_000_000;
const PAGES_BYTES = 20_000_000;
const MOST_HOSTS = 50;

const [, , archivePath = '', folder = '', fileName = ''] = process.argv;

async function tell(told: ToldOfPackage): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(told)}\n`)) await once(process.stdout, 'drain');
}

const depthOf = (name: string) => name.split('/').length;
/** Those of these names that lie highest. */
function highest(names: readonly string[]): string[] {
  const depth = Math.min(...names.map(depthOf));
  return names.filter((name) => depthOf(name) === depth);
}

const PAGES = /(^|\/)(index|story|story_html5|index_lms|default)\.html?$/i;

async function read(archive: Archive): Promise<ReadPackage> {
  const names = [...archive.files.keys()];
  const textIn = async (name: string) => {
    await archive.unpack(name, folder);
    return decodeText(await readFile(join(folder, name)))?.text ?? '';
  };
  const manifests = highest(names.filter(isManifest));
  if (manifests.length > 1)
    throw wrong(`There are several manifests in this zip file: ${manifests.slice(0, 5).join(', ')}. Send each package in a zip file of its own.`);
  const [manifest] = manifests;
  const page = manifest === undefined ? firstPage(names) : undefined;
  const home = dirname(manifest ?? page ?? '.');
  const within = home === '.' ? '' : `${home}/`;
  const own = names.filter((name) => name.startsWith(within));
  const find = finder(own.map((name) => name.slice(within.length)));
  let known: Manifest;
  if (manifest !== undefined) {
    if ((archive.files.get(manifest) ?? 0) > MANIFEST_LIMIT_BYTES) throw wrong('The manifest is larger than 5 MB.', MANIFEST);
    const text = await textIn(manifest);
    refuseOthers(names, text);
    known = readManifest(text, find);
  } else {
    const start = startOf((page ?? '').slice(within.length).split('/').map(encodeURIComponent).join('/'), '', {
      named: 'The package',
      find,
    });
    const title = basename(fileName).replace(/\.zip$/i, '');
    known = { title, standard: 'html5', version: '', items: [{ title, start, standard: 'html5' }], notes: [] };
  }
  const hosts = await hostsIn(archive, own);
  const index: PackedFile[] = [];
  for await (const file of archive.locate(own)) index.push({ ...file, path: file.path.slice(within.length) });
  const flash = index.find(({ path }) => /\.swf$/i.test(path));
  const notes = [
    ...known.notes,
    ...(flash ? [{ note: 'flash' as const, detail: flash.path }] : []),
    ...(hosts.length > 0 ? [{ note: 'outside' as const, detail: hosts.join(', ') }] : []),
  ];
  const title = known.title || basename(fileName).replace(/\.zip$/i, '');
  const items = known.items.map((item) => ({ ...item, title: item.title || title }));
  const bytes = index.reduce((sum, file) => sum + file.bytes, 0);
  return { ...known, title, items, notes, hosts, files: index.length, bytes, index };
}

/** A cartridge or questions lie beside a manifest too. */
function refuseOthers(names: readonly string[], manifest: string): void {
  const known = foreignZip([MANIFEST, ...names.filter((name) => /h5p\.json$/i.test(name))], manifest);
  if (known && ['commonCartridge', 'qti', 'h5p'].includes(known.kind)) throw wrong(chooseAnother(known));
}

function firstPage(names: readonly string[]): string {
  const known = foreignZip(names);
  if (known && !['webPages', 'storyline', 'rise'].includes(known.kind)) throw wrong(chooseAnother(known));
  const [page] = highest(names.filter((name) => PAGES.test(name))).sort();
  if (page !== undefined) return page;
  throw wrong('There is neither a manifest (imsmanifest.xml) nor a page index.html in this zip file.');
}

/** Packages made on Windows differ from their own manifest in capital letters. */
function finder(paths: readonly string[]) {
  const exact = new Set(paths);
  const alike = Map.groupBy(paths, (path) => path.normalize('NFC').toLowerCase());
  return (path: string) => {
    if (exact.has(path)) return path;
    const [only, ...others] = alike.get(path.normalize('NFC').toLowerCase()) ?? [];
    return others.length === 0 ? only : undefined;
  };
}

const OUTSIDE = /(?:\bsrc\s*=\s*|<link\b[^>]*\bhref\s*=\s*|url\(\s*|@import\s+)["']?(?:https?:)?\/\/([a-z0-9.-]+\.[a-z]{2,})/gi;

async function hostsIn(archive: Archive, names: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  let left = PAGES_BYTES;
  for (const name of names.filter((name) => /\.(x?html?|css)$/i.test(name))) {
    const bytes = archive.files.get(name) ?? 0;
    if (bytes > Math.min(PAGE_BYTES, left)) continue;
    left -= bytes;
    await archive.unpack(name, folder);
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    for (const [, host = ''] of text.matchAll(OUTSIDE)) found.add(host.toLowerCase());
  }
  return [...found].sort().slice(0, MOST_HOSTS);
}

try {
  await mkdir(folder, { recursive: true });
  const archive = await openArchive(archivePath, async () => {}, LIMITS);
  try {
    await tell({ package: await read(archive) });
  } finally {
    archive.close();
  }
} catch (error) {
  if (hasNoRoom(error)) await tell({ isFull: true });
  else if (error instanceof ContentError) await tell({ problems: error.problems, count: error.count });
  else throw error;
}
process.stdin.destroy();
