// Sign-in cards on the screen and on paper, eight a page (decision 360). Their codes are shown this once.
import { Printer, Scissors } from 'lucide-react';
import { useCallback, useState } from 'react';
import { CARDS_AT_ONCE, type NewCardsAnswer, type SignInCard, shownCardCode } from '#sync/contract/crew.ts';
import { byId, call } from '../../api/client.ts';
import { failureMessage } from '../../api/messages.ts';
import { server } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { counted } from '../../ui/labels.ts';
import { Mark } from '../../ui/logo.tsx';
import { QrCode } from '../../ui/qr-code.tsx';

type Made = { cards: SignInCard[]; left: NewCardsAnswer['left']; failure?: string; isMaking: boolean };

/** Makes cards, some at a time; what was made stays when the rest fails. */
export function useCards(organizationId: string) {
  const [made, setMade] = useState<Made>();
  const make = useCallback(
    async (userIds: readonly string[], isLost = false) => {
      const cards: SignInCard[] = [];
      const left: NewCardsAnswer['left'] = [];
      const tell = (more: Partial<Made>) => setMade({ cards: [...cards], left: [...left], isMaking: true, ...more });
      tell({});
      try {
        for (let from = 0; from < userIds.length; from += CARDS_AT_ONCE) {
          const json = { userIds: userIds.slice(from, from + CARDS_AT_ONCE), isLost };
          const post = server.enterprise.admin.organizations[':id'].cards.$post;
          const answer = await call(post({ ...byId(organizationId), json }));
          cards.push(...answer.cards);
          left.push(...answer.left);
          tell({});
        }
        tell({ isMaking: false });
      } catch (failure) {
        tell({ isMaking: false, failure: failureMessage(failure, 'The cards could not be made.') });
      }
    },
    [organizationId],
  );
  return { made, make };
}

const A_PAGE = 8;
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });

type CardsProps = { made: Made; wanted: number; organization: { name: string }; back: string };

export function Cards({ made: { cards, left, failure, isMaking }, wanted, organization, back }: CardsProps) {
  const pages = Array.from({ length: Math.ceil(cards.length / A_PAGE) }, (_, n) =>
    cards.slice(n * A_PAGE, (n + 1) * A_PAGE),
  );
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 role="status" className="font-semibold text-xl">
          {isMaking ? `Making cards: ${cards.length} of ${wanted}` : counted(cards.length, 'card')}
        </h2>
        <div className="flex flex-wrap gap-2 sm:ms-auto">
          <Button icon={Printer} disabled={isMaking || cards.length === 0} onClick={() => print()}>
            {pages.length > 1 ? `Print ${pages.length} sheets` : 'Print'}
          </Button>
          <Button variant="secondary" to={back}>
            Back to People
          </Button>
        </div>
      </div>
      {failure && (
        <p role="alert" className="rounded-md bg-danger-soft p-3 text-danger-text">
          {failure} {cards.length > 0 && 'The cards below are good.'}
        </p>
      )}
      {cards.length > 0 && (
        <p className="max-w-prose text-ink-soft">
          <strong>Print or note them now.</strong> A code is shown once. A lost card is replaced by a new one at any
          time.
        </p>
      )}
      {left.length > 0 && (
        <p>
          {counted(left.length, 'person', 'people')} got none:{' '}
          {[...new Set(left.map(({ reason }) => reason))].join(' ')}
        </p>
      )}
      <div data-poster className="flex flex-col gap-4 print:gap-0">
        {pages.map((page, n) => (
          <section
            key={page[0]?.userId}
            aria-label={`Sheet ${n + 1} of ${pages.length}`}
            className="print:break-after-page print:last:break-after-auto"
          >
            <ul className="grid gap-4 sm:grid-cols-2 print:grid-cols-2 print:gap-0">
              {page.map((card) => (
                <Card key={card.userId} card={card} organization={organization.name} />
              ))}
            </ul>
            <p className="hidden items-center gap-2 pt-2 text-ink-soft text-xs print:flex">
              <Scissors aria-hidden className="size-4" />
              Keep each card until it has been used. Sheet {n + 1} of {pages.length}
            </p>
          </section>
        ))}
      </div>
    </>
  );
}

function Card({ card, organization }: { card: SignInCard; organization: string }) {
  const { name, signInName, number, code, expiresAt } = card;
  const page = location.origin + paths.card();
  return (
    <li className="flex break-inside-avoid gap-4 rounded-md border border-line-strong border-dashed bg-surface p-5 print:h-[63mm] print:rounded-none print:p-[6mm]">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <p className="flex items-center gap-2 font-medium text-sm">
          <Mark />
          <span className="min-w-0 truncate">{organization}</span>
        </p>
        <p dir="auto" className="wrap-anywhere shrink-0 font-bold text-lg leading-tight">
          {name}
        </p>
        <ol className="flex list-decimal flex-col gap-0.5 ps-5 text-sm print:text-xs">
          <li>Scan the code with the camera, or open {page.replace(/^https?:\/\//, '')} and type it.</li>
          <li>Choose a PIN.</li>
        </ol>
        <p className="mt-auto text-ink-soft text-sm print:text-xs">
          Sign-in name <span className="wrap-anywhere font-semibold text-ink">{signInName}</span>
          {number && <span className="block">Number {number}</span>}
        </p>
      </div>
      <div className="flex w-32 shrink-0 flex-col items-center gap-1 text-center">
        <QrCode link={`${page}#${code}`} label={`QR code of ${name}`} className="aspect-square w-full" />
        <p className="select-all whitespace-nowrap font-bold font-mono text-lg">{shownCardCode(code)}</p>
        <p className="text-ink-soft text-xs">Works once, until {day.format(new Date(expiresAt))}</p>
      </div>
    </li>
  );
}
