import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OwnCertificate } from '#sync/contract/certificate.ts';
import { createEngine, type Engine } from '#sync/engine.ts';
import { keepOnlyWork } from '#sync/extras/unsent-work.ts';
import { readCertificates, readCertificatesOf } from '#sync/store/reads.ts';
import { replicaName } from '#sync/store/replica.ts';
import { EngineSetup, MAREN, responseOf } from '../engine-setup.ts';

const certificate: OwnCertificate = {
  serial: 'GW-7K3M-9QXT-2VBD',
  learnerName: 'Maren Holt',
  courseTitle: 'Field work',
  issuedAt: '2026-11-21T10:00:00.000Z',
  courseId: 4,
};
const { courseId: _, ...onTheWire } = certificate;
const older = { ...certificate, serial: 'GW-0000-0000-0001', issuedAt: '2026-01-01T10:00:00.000Z', courseId: null };

let engine: Engine;
let setup: EngineSetup;
beforeEach(() => {
  setup = new EngineSetup();
  engine = createEngine({ userId: MAREN, ports: setup.ports() });
});
afterEach(async () => {
  engine.stop();
  engine.replica.close();
  await Dexie.delete(replicaName(MAREN));
});

const progress = (fields: object) => ({
  courseProgress: { percentComplete: 100, pointsEarned: 10, totalPoints: 10, completedAt: certificate.issuedAt },
  unitProgress: [],
  certificate: null,
  round: 1,
  dataEpoch: 'e1',
  ...fields,
});

test('[X3] a certificate comes with its course’s progress, and a new one replaces it', async () => {
  setup.respond = () => responseOf(200, progress({ certificate: null }));
  await engine.pullProgress(4);
  expect(await readCertificates(engine.replica)).toEqual([]);
  setup.respond = () => responseOf(200, progress({ certificate: onTheWire }));
  await engine.pullProgress(4);
  expect(await readCertificates(engine.replica)).toEqual([certificate]);
  const another = { ...onTheWire, serial: 'GW-1111-1111-1111' };
  setup.respond = () => responseOf(200, progress({ certificate: another }));
  await engine.pullProgress(4);
  expect(await readCertificates(engine.replica)).toEqual([{ ...another, courseId: 4 }]);
});

test('[Y31d] after a renewal the certificate of the round before is the earlier one, on every road', async () => {
  setup.respond = () => responseOf(200, progress({ certificate: onTheWire, round: 1 }));
  await engine.pullProgress(4);
  setup.respond = () => responseOf(200, progress({ certificate: null, round: 2 }));
  await engine.pullProgress(4);
  expect(await readCertificatesOf(engine.replica, 4)).toEqual({
    ...{ round: 2, present: undefined, earlier: certificate, named: undefined },
  });
  const second = { ...onTheWire, serial: 'GW-2222-2222-2222', issuedAt: '2027-11-21T10:00:00.000Z' };
  setup.respond = () => responseOf(200, progress({ certificate: second, round: 2 }));
  await engine.pullProgress(4);
  const present = { ...second, courseId: 4, round: 2 };
  const both = { round: 2, present, earlier: certificate };
  expect(await readCertificatesOf(engine.replica, 4, onTheWire.serial)).toEqual({ ...both, named: certificate });
  setup.respond = () => responseOf(200, { certificates: [present, certificate] });
  await engine.pullCertificates();
  expect(await readCertificatesOf(engine.replica, 4)).toEqual({ ...both, named: undefined });
});

test('[X3] a server without certificates removes none', async () => {
  await engine.replica.saveContent({ certificate });
  setup.respond = () => responseOf(200, progress({}));
  await engine.pullProgress(4);
  expect(await readCertificates(engine.replica)).toEqual([certificate]);
});

test('[X3] a new device gets all of them, newest first, including those of deleted courses', async () => {
  setup.respond = () => responseOf(200, { certificates: [older, certificate] });
  await engine.pullCertificates();
  expect(await readCertificates(engine.replica)).toEqual([certificate, older]);
  setup.respond = () => responseOf(200, { certificates: [] });
  await engine.pullCertificates();
  expect(await readCertificates(engine.replica)).toEqual([]);
});

test('[Y23] signing out deletes the certificates from the device', async () => {
  await engine.replica.saveContent({ certificate });
  await keepOnlyWork(engine.replica);
  expect(await readCertificates(engine.replica)).toEqual([]);
});
