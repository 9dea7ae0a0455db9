import 'fake-indexeddb/auto';
import { afterAll } from 'vitest';
import { Replica } from '#sync/store/replica.ts';
import { MemoryStore } from '#tests/simulation/memory-store.ts';
import { storeContract } from '../store-contract.ts';

const replicas: Replica[] = [];

storeContract('the store of the simulation', async () => new MemoryStore());
storeContract('the replica', async () => {
  const replica = new Replica(`person-${replicas.length}`);
  replicas.push(replica);
  return replica;
});

afterAll(() => {
  for (const replica of replicas) replica.close();
});
