// The product and whoever keeps its accounts: the product itself, or a hosted project (R-A15) on another origin.
import { SECRET_KEY } from '../fixtures/hosted-proxy.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from './product.ts';
import type { Project } from './project.ts';
import { openWire, type Wire } from './wire.ts';

export type Accounts = 'embedded' | 'hosted';

export type Arrangement = {
  product: Product;
  /** Between the browser and the product. */
  wire: Wire;
  /** Undefined where the product keeps the accounts. */
  project: Project | undefined;
  /** Between the browser and the auth service: in the embedded arrangement the same as `wire`. */
  authWire: Wire;
  /** Stops everything and removes its data. */
  close: () => Promise<void>;
};

type Wishes = {
  project: Project | undefined;
  /** The folder of an installation with the sample content. */
  sampleData: string;
  /** An empty PostgreSQL for the product; its SQLite file otherwise. */
  database: string | undefined;
  /** Where a hosted arrangement keeps its media. */
  storage: 'disk' | 'supabase';
};

/** Opens one arrangement, the same in all that a browser sees of it but the origin of the auth service. */
export async function openArrangement({ project, sampleData, database, storage }: Wishes): Promise<Arrangement> {
  const closings: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closing of closings) await closing();
  };
  const opened = async (opening: Promise<Wire>) => {
    const wire = await opening;
    closings.unshift(wire.close);
    return wire;
  };
  try {
    let port = 0;
    // The tokens of a project name its own address, so that the product must know that one, and the browser alone the wire.
    const authWire = project && (await opened(openWire(() => new URL(project.url))));
    const wire = await opened(openWire(() => port, project && authWire && { of: project.url, at: authWire.url }));
    const dataDir = newDataDir(database ? undefined : sampleData);
    closings.push(async () => removeDataDir(dataDir));
    const product = await startProduct(dataDir, {
      PUBLIC_URL: wire.url,
      SUPABASE_SECRET_KEY: project?.secretKey ?? SECRET_KEY,
      ...(project && {
        SUPABASE_URL: project.url,
        SUPABASE_PUBLISHABLE_KEY: project.publishableKey,
        ...(project.jwtSecret && { SUPABASE_JWT_SECRET: project.jwtSecret }),
        STORAGE: storage,
      }),
      ...(database && { DATABASE_URL: database }),
    });
    closings.unshift(product.stop);
    port = product.port;
    return { product, wire, project, authWire: authWire ?? wire, close };
  } catch (error) {
    await close();
    throw error;
  }
}
