// The product and whoever keeps its accounts: the product itself, or a second server that plays a hosted project (A15), on
// another origin and behind a gateway like the hosted one's. Either is a process of its own on data of its own.
import { openHostedProxy, PUBLISHABLE_KEY, SECRET_KEY } from '../fixtures/hosted-proxy.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from './product.ts';
import { openWire, type Wire } from './wire.ts';

export type Accounts = 'embedded' | 'hosted';

export type Arrangement = {
  product: Product;
  /** Between the browser and the product. */
  wire: Wire;
  /** The server that keeps the accounts and mails their links: the product, or the stand-in. */
  service: Product;
  /** Between everybody and the auth service: in the embedded arrangement the same as `wire`. */
  authWire: Wire;
  /** Stops everything and removes its data. */
  close: () => Promise<void>;
};

type Wishes = {
  accounts: Accounts;
  /** The folder of an installation with the sample content. */
  sampleData: string;
  /** An empty PostgreSQL for the product; its SQLite file otherwise. */
  database: string | undefined;
};

type Opened = { closings: (() => Promise<void>)[]; start: typeof startProduct };

/** Opens one arrangement, the same in all that a browser sees of it but the origin of the auth service. */
export async function openArrangement(wishes: Wishes): Promise<Arrangement> {
  const opened: Opened = {
    closings: [],
    start: async (dataDir, variables) => {
      opened.closings.unshift(async () => removeDataDir(dataDir));
      const product = await startProduct(dataDir, variables);
      opened.closings.unshift(product.stop);
      return product;
    },
  };
  const close = async () => {
    for (const closing of opened.closings) await closing();
  };
  try {
    return { ...(await openParts(wishes, opened)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openParts({ accounts, sampleData, database }: Wishes, opened: Opened) {
  let port = 0;
  const wire = await openWire(() => port);
  opened.closings.unshift(wire.close);
  const hosted = accounts === 'hosted' ? await openGateway(opened) : undefined;
  const starting = opened.start(newDataDir(database ? undefined : sampleData), {
    PUBLIC_URL: wire.url,
    SUPABASE_SECRET_KEY: SECRET_KEY,
    ...(hosted && {
      SUPABASE_URL: hosted.authWire.url,
      SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      STORAGE: 'disk',
    }),
    ...(database && { DATABASE_URL: database }),
  });
  // Both at once, and neither left alone when the other cannot start.
  const service = await bothOf(starting, hosted?.startBehind(newDataDir(sampleData), wire.url));
  const product = await starting;
  port = product.port;
  return { product, wire, service: service ?? product, authWire: hosted?.authWire ?? wire };
}

async function bothOf<T>(one: Promise<unknown>, other: Promise<T> | undefined): Promise<T | undefined> {
  await Promise.allSettled([one, other]);
  await one;
  return other;
}

/**
 * The way to the stand-in, and how to start it there on a copy of the sample data: it knows the demo accounts by the ids
 * that the product has for them, as after a move.
 */
async function openGateway({ closings, start }: Opened) {
  const gateway = await openHostedProxy();
  closings.unshift(gateway.close);
  const authWire = await openWire(() => Number(new URL(gateway.url).port));
  closings.unshift(authWire.close);
  const startBehind = async (dataDir: string, productUrl: string) => {
    const service = await start(dataDir, {
      PUBLIC_URL: authWire.url,
      SUPABASE_SECRET_KEY: SECRET_KEY,
      ALLOWED_REDIRECTS: `${productUrl}/**`,
    });
    gateway.passTo(`http://127.0.0.1:${service.port}`);
    return service;
  };
  return { authWire, startBehind };
}
