import { GraduationCap, Timer, TrendingUp, Zap } from 'lucide-react';
import { Card } from '../ui/card.tsx';

const BENEFITS = [
  {
    icon: Timer,
    title: '20-minute inspections',
    text: 'Walk the rooms once with the scanner. Measurements, photos and notes are taken on the way.',
  },
  {
    icon: TrendingUp,
    title: '3-4x more jobs',
    text: 'A short visit leaves room for the next one, and the day holds more of them.',
  },
  {
    icon: Zap,
    title: '75 percent faster',
    text: 'Floor plan and report grow out of the same scan, so nothing is drawn or typed twice.',
  },
  {
    icon: GraduationCap,
    title: 'Under 60 minutes of training',
    text: 'Short lessons that fit between two appointments, and open without a network.',
  },
];

/** What the training is good for: the claims, one card each. */
export function LandingBenefits({ className }: { className: string }) {
  return (
    <section aria-labelledby="benefits" className={className}>
      <h2 id="benefits" className="font-bold text-2xl tracking-tight">
        What you gain
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {BENEFITS.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Card className="flex h-full items-start gap-4 p-4 sm:flex-col sm:gap-3 md:p-5">
              <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent-text">
                <Icon aria-hidden className="size-6" />
              </span>
              <div className="flex flex-col gap-1">
                <h3 className="font-semibold text-lg leading-snug">{title}</h3>
                <p className="text-ink-soft">{text}</p>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  );
}
