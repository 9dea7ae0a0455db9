// What people get by mail. The auth service mails links; the product mails invitations: two servers in the hosted arrangement.
import { expect } from '@playwright/test';
import { mailsTo, type ReceivedMail } from '../fixtures/mailbox.ts';
import type { Arrangement } from './arrangement.ts';
import type { Product } from './product.ts';

export type Mailbox = {
  /** Everything that was mailed to this address, newest first. */
  mailsTo: (address: string) => Promise<ReceivedMail[]>;
  /** Waits for the n-th mail to this address and answers its link. */
  linkTo: (address: string, nth?: number) => Promise<string>;
};

const askOf =
  ({ port }: Product) =>
  (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${port}${path}`, init);

export function mailboxOf({ product, service }: Arrangement): Mailbox {
  const servers = [...new Set([product, service])];
  const all = async (address: string) => {
    const mails = await Promise.all(servers.map((server) => mailsTo(askOf(server), address)));
    return mails.flat().sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
  };
  return {
    mailsTo: all,
    linkTo: async (address, nth = 1) => {
      const mail = async () => (await all(address)).at(-nth);
      await expect.poll(mail, `mail ${nth} to ${address}`).toBeTruthy();
      const link = (await mail())?.link;
      if (!link) throw new Error(`Mail ${nth} to ${address} holds no link.`);
      return link;
    },
  };
}
