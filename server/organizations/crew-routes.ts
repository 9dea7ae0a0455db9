// People without an address over HTTP (decision 360): adding them, their cards, and how they come in.

import { Hono } from 'hono';
import { CardUse, NewCards, NewPeople, SignInName, type SignInNameAnswer } from '#sync/contract/crew.ts';
import type { Http, RateLimitRule } from '../deps.ts';
import { requireAdmin } from '../http/actor.ts';
import { auditActorOf } from '../http/audit-log.ts';
import { clientIp, clientNetwork } from '../http/client-ip.ts';
import { limitCalls } from '../http/rate-limit.ts';
import { LIST_BYTES, validate, validateUuid } from '../http/validate.ts';
import { accountOfName } from '../identity/sign-in-names.ts';
import { addPeople } from './add-people.ts';
import { makeCards, revokeCard, useCard } from './cards.ts';

/** A class of 300 sits behind one address, and taps twice. */
const CARDS: RateLimitRule = { name: 'cards by network', limit: 900, windowSeconds: 300 };
const NAMES: RateLimitRule = { name: 'sign-in names by network', limit: 900, windowSeconds: 300 };

const ONE = '/enterprise/admin/organizations/:id';
const organizationIn = (id: string | undefined) => validateUuid(id, 'organization_not_found');

export const crewRoutes = new Hono<Http>()
  .post(`${ONE}/people`, requireAdmin, validate(NewPeople, { maxBytes: LIST_BYTES }), async (c) => {
    const wanted = { ...c.req.valid('json'), organizationId: organizationIn(c.req.param('id')) };
    return c.json(await addPeople(c.var.deps, auditActorOf(c), wanted));
  })
  .post(`${ONE}/cards`, requireAdmin, validate(NewCards), async (c) => {
    const wanted = { ...c.req.valid('json'), organizationId: organizationIn(c.req.param('id')) };
    c.header('Cache-Control', 'no-store');
    return c.json(await makeCards(c.var.deps, auditActorOf(c), wanted));
  })
  .delete(`${ONE}/cards/:userId`, requireAdmin, async (c) => {
    const organizationId = organizationIn(c.req.param('id'));
    const at = { organizationId, userId: validateUuid(c.req.param('userId'), 'user_not_found') };
    await c.var.deps.db.transact((tx) => revokeCard(tx, auditActorOf(c), at));
    return c.json({ message: 'The card was revoked.' });
  })
  .post('/auth/card', validate(CardUse), async (c) => {
    const network = clientNetwork(c);
    await limitCalls(c.var.deps, CARDS, network);
    c.header('Cache-Control', 'no-store');
    return c.json(await useCard(c.var.deps, { ...c.req.valid('json'), ip: clientIp(c), network }));
  })
  .post('/auth/sign-in-name', validate(SignInName), async (c) => {
    await limitCalls(c.var.deps, NAMES, clientNetwork(c));
    c.header('Cache-Control', 'no-store');
    const answer: SignInNameAnswer = { account: await accountOfName(c.var.deps, c.req.valid('json')) };
    return c.json(answer);
  });
