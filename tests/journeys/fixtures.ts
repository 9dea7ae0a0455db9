// What every journey gets: a server on data of its own, a wire that can be cut, devices that can be killed, and a console
// that must stay silent. Everything is gone after the test.
import { type BrowserContext, test as base, expect } from '@playwright/test';
import { startCluster } from '../postgres-cluster.ts';
import { type Accounts, type Arrangement, openArrangement } from './arrangement.ts';
import { type Device, newDevice } from './device.ts';
import { type Mailbox, mailboxOf } from './mailbox.ts';
import { type Person, type PersonWishes, registerPerson } from './people.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from './product.ts';
import { openProject, type Project } from './project.ts';
import type { Wire } from './wire.ts';

export { expect } from '@playwright/test';

/** What the browser itself writes when a request fails: only tests that cut the wire may allow it. */
export const NETWORK_NOISE = /Failed to load resource: net::ERR_|net::ERR_(FAILED|EMPTY_RESPONSE|CONNECTION_\w+)/;

/** What the browser writes for every answer with this status. */
export const statusNoise = (status: number) => new RegExp(`responded with a status of ${status}\\b`);

export type Noise = {
  /** Messages that this test itself provokes. */
  allow: (...patterns: RegExp[]) => void;
  watch: (context: BrowserContext) => void;
};

export type Options = {
  /** SQLite unless a test asks for PostgreSQL. */
  engine: 'sqlite' | 'postgres';
  /** Where the media are in the hosted arrangement: on the product's disk unless a test asks for the project. */
  storage: 'disk' | 'supabase';
};

export type WorkerOptions = {
  /** Accounts in the product itself; in the projects `hosted*` in a hosted Supabase project or a stand-in of one (R-A15). */
  accounts: Accounts;
};

type Fixtures = Options & {
  arrangement: Arrangement;
  product: Product;
  wire: Wire;
  /** The wire to the auth service: the same one, or in the hosted arrangement the one to the project. */
  authWire: Wire;
  /** Mails of the auth service and of the product, as the people get them. */
  mailbox: Mailbox;
  /** Makes somebody with a confirmed account beside the demo accounts, which both arrangements know. */
  person: (wishes?: PersonWishes) => Promise<Person>;
  noise: Noise;
  /** Starts another device with an empty profile; it is removed after the test. */
  device: (viewport?: { width: number; height: number }) => Promise<Device>;
};

export const test = base.extend<Fixtures, WorkerOptions & { sampleData: string; project: Project | undefined }>({
  sampleData: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const folder = newDataDir();
      const seeding = await startProduct(folder);
      await seeding.stop();
      await use(folder);
      removeDataDir(folder);
    },
    { scope: 'worker' },
  ],
  engine: ['sqlite', { option: true }],
  storage: ['disk', { option: true }],
  accounts: ['embedded', { option: true, scope: 'worker' }],
  project: [
    async ({ sampleData, accounts }, use) => {
      const project = accounts === 'hosted' ? await openProject(sampleData) : undefined;
      await use(project);
      await project?.close();
    },
    { scope: 'worker' },
  ],
  arrangement: async ({ sampleData, engine, storage, project }, use) => {
    const cluster = engine === 'postgres' ? await startCluster() : undefined;
    const database = cluster && `${cluster.url}/postgres`;
    const arrangement = await openArrangement({ project, sampleData, database, storage });
    await use(arrangement);
    await arrangement.close();
    await cluster?.stop();
  },
  product: async ({ arrangement }, use) => use(arrangement.product),
  wire: async ({ arrangement }, use) => use(arrangement.wire),
  authWire: async ({ arrangement }, use) => use(arrangement.authWire),
  mailbox: async ({ arrangement }, use) => use(mailboxOf(arrangement)),
  person: async ({ arrangement }, use) => use((wishes) => registerPerson(arrangement, wishes)),
  baseURL: async ({ wire }, use) => use(wire.url),
  noise: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const heard: string[] = [];
      const allowed: RegExp[] = [];
      const hear = (text: string) => {
        if (!allowed.some((pattern) => pattern.test(text))) heard.push(text);
      };
      await use({
        allow: (...patterns) => void allowed.push(...patterns),
        watch: (context) => {
          context.on('weberror', (error) => hear(`page error: ${error.error().stack ?? error.error().message}`));
          context.on('console', (message) => {
            if (message.type() !== 'error' && message.type() !== 'warning') return;
            hear(`console ${message.type()}: ${message.text()} (${message.location().url})`);
          });
        },
      });
      expect(heard, 'the console stayed silent').toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, noise }, use) => {
    noise.watch(context);
    await use(context);
  },
  device: async ({ wire, noise }, use) => {
    const devices: Device[] = [];
    await use(async (viewport) => {
      const device = await newDevice({ baseURL: wire.url, viewport, watch: noise.watch });
      devices.push(device);
      return device;
    });
    for (const device of devices) await device.remove();
  },
});
