// Certificates over HTTP: a person's own, and for anybody the one behind a serial, as JSON, as a PDF and as a signed badge.

import { type Context, Hono } from 'hono';
import { fitsPdf } from '#sync/contract/certificate.ts';
import { hasAddress } from '#sync/contract/email.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Http, RateLimitRule } from '../deps.ts';
import { requireActor } from '../http/actor.ts';
import { clientNetwork, requestOrigin } from '../http/client-ip.ts';
import { limitCalls } from '../http/rate-limit.ts';
import { jsonWithEtag } from '../http/responses.ts';
import { words } from '../words/words.ts';
import { badgeIssuer, badgeStatus, bakedBadge, proofLink, signBadge } from './badge.ts';
import { readBadgeKeys } from './badge-keys.ts';
import { findCertificate, findIssued, languageOfHolder, listOwnCertificates } from './issue.ts';

/** Guessing finds no serial; a whole class behind one address may look at theirs. */
const VERIFICATIONS: RateLimitRule = { name: 'certificate verifications', limit: 300, windowSeconds: 600 };
/** Drawing a PDF takes the server tens of milliseconds. */
const DRAWINGS: RateLimitRule = { name: 'certificate drawings', limit: 100, windowSeconds: 600 };

/** The holder may be erased: no cache keeps the paper with their name for long. */
const PDF_CACHED_SECONDS = 300;

export const certificateRoutes = new Hono<Http>()
  .get('/certificates', requireActor, async (c) =>
    jsonWithEtag(c, { certificates: await listOwnCertificates(c.var.deps.db, c.var.actor.id) }),
  )
  .get('/certificates/:serial', async (c) => {
    await limitCalls(c.var.deps, VERIFICATIONS, clientNetwork(c));
    const certificate = await findCertificate(c.var.deps, c.req.param('serial'));
    // Whoever verifies is told what holds now, also a minute after the certificate was revoked.
    c.header('Cache-Control', 'no-store');
    return c.json(certificate);
  })
  .get('/certificates/:serial/pdf', async (c) => {
    const { deps } = c.var;
    await limitCalls(deps, DRAWINGS, clientNetwork(c));
    const certificate = await findCertificate(deps, c.req.param('serial'));
    if (certificate.revokedAt) throw new Refusal('certificate_revoked');
    if (!fitsPdf(certificate)) throw new Refusal('certificate_not_drawable');
    // Loaded with the first PDF: the library and its fonts would slow every start.
    const { drawCertificate } = await import('./draw-certificate.ts');
    const { origin, scope } = printedOrigin(c);
    const code = await proofLink(deps.env.dataDir, certificate, origin);
    const i18n = words(await deps.db.transact((tx) => languageOfHolder(tx, deps.env, certificate.serial)));
    const verifyAddress = `${origin}/verify/${certificate.serial}`;
    const pdf = await drawCertificate(certificate, { i18n, verifyAddress, code });
    return c.body(pdf, 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="certificate-${certificate.serial}.pdf"`,
      'Cache-Control': `${scope}, max-age=${PDF_CACHED_SECONDS}`,
    });
  })
  .get('/certificates/:serial/badge', async (c) => {
    const { certificate, badge } = await readBadge(c, c.req.param('serial'));
    return badgeFile(c, { body: badge, type: 'application/jwt', name: `badge-${certificate.serial}.jwt` });
  })
  .get('/certificates/:serial/badge.svg', async (c) => {
    const { certificate, badge } = await readBadge(c, c.req.param('serial'));
    const body = bakedBadge(badge, certificate);
    return badgeFile(c, { body, type: 'image/svg+xml', name: `badge-${certificate.serial}.svg` });
  })
  // For the holder alone: with a hash of their address.
  .get('/certificates/:serial/own-badge', requireActor, async (c) => {
    const { deps, actor } = c.var;
    await limitCalls(deps, DRAWINGS, actor.id);
    const { serial } = await findIssued(deps.db, c.req.param('serial'));
    const certificate = (await listOwnCertificates(deps.db, actor.id)).find((one) => one.serial === serial);
    if (!certificate) throw new Refusal('certificate_not_found');
    const email = hasAddress(actor.email) ? actor.email : undefined;
    const request = { origin: printedOrigin(c).origin, email };
    const body = await signBadge(deps.env.dataDir, certificate, request);
    return badgeFile(c, { body, type: 'application/jwt', name: `badge-${serial}.jwt` });
  })
  // What the badges name, for verifiers on any site: where one may be revoked, who issued it, and with which key.
  .get('/certificates/:serial/badge/status', async (c) => {
    await limitCalls(c.var.deps, VERIFICATIONS, clientNetwork(c));
    const certificate = await findIssued(c.var.deps.db, c.req.param('serial'));
    return forAnySite(c, badgeStatus(certificate, printedOrigin(c).origin), 'no-store');
  })
  .get('/badges/issuer', (c) => forAnySite(c, badgeIssuer(printedOrigin(c).origin)))
  .get('/badges/keys', async (c) => forAnySite(c, { keys: await readBadgeKeys(c.var.deps.env.dataDir) }))
  .get('/badges/keys/:kid', async (c) => {
    const keys = await readBadgeKeys(c.var.deps.env.dataDir);
    const key = keys.find(({ kid }) => kid === c.req.param('kid'));
    if (!key) throw new Refusal('not_found');
    return forAnySite(c, key);
  });

async function readBadge(c: Context<Http>, serial: string) {
  const { deps } = c.var;
  await limitCalls(deps, VERIFICATIONS, clientNetwork(c));
  const certificate = await findIssued(deps.db, serial);
  return { certificate, badge: await signBadge(deps.env.dataDir, certificate, { origin: printedOrigin(c).origin }) };
}

function badgeFile<E extends Http>(c: Context<E>, { body, type, name }: { body: string; type: string; name: string }) {
  return c.body(body, 200, {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'no-store',
  });
}

function forAnySite(c: Context<Http>, body: object, cacheControl = 'public, max-age=600') {
  return c.json(body, 200, { 'Access-Control-Allow-Origin': '*', 'Cache-Control': cacheControl });
}

/**
 * The origin printed on a certificate: PUBLIC_URL, or on an installation without one the host of this very request, which
 * a shared cache must not serve to others.
 */
function printedOrigin<E extends Http>(c: Context<E>): { origin: string; scope: 'public' | 'private' } {
  const { publicUrl } = c.var.deps.env;
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(publicUrl).hostname);
  return isLoopback ? { origin: requestOrigin(c), scope: 'private' } : { origin: publicUrl, scope: 'public' };
}
