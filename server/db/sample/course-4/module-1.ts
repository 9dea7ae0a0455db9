import type { SampleLesson } from '../shape.ts';

export const lessons: SampleLesson[] = [
  {
    orderIndex: 1,
    title: 'The Certified Inspector in the Field',
    description: 'Four duties that come on top of a complete scan.',
    clip: 'welcome-to-the-field',
    isPreview: true,
    body: `After this lesson you can name the four duties that certification adds to your daily work.

The video sets the scene. Watch it as the person who answers for the result, not only for the steps.

## What certification adds
- **Decide.** You choose what to do when the procedure does not fit the house.
- **Protect.** You stop unsafe work, even when it is not your order.
- **Prove.** Each statement in your report rests on a photo, a reading, or a scan position.
- **Teach.** You review new inspectors and give feedback they can use the next day.

## How the course works
1. Seven modules follow one order from preparation to support.
2. Five short checks come at the end of the middle modules.
3. A final test of 20 questions needs every answer right. You may repeat it.
4. A field project of one hour closes the course.

## Do this today
Ask your lead for a building with at least two levels for the project. Fix a date within the next two weeks.

**Watch out:** Experience makes you fast, and speed skips checks. Use the checklist on your hundredth house as you did on your first.`,
  },
  {
    orderIndex: 2,
    title: 'Your Role: Observe, Report, Refer',
    description: 'Where your statement ends and the work of a specialist begins.',
    minutes: 5,
    isPreview: true,
    body: `After this lesson you can decide whether a statement belongs in your report, needs softer words, or goes to a specialist.

## Three levels of statement
| Level | Example | Allowed? |
|---|---|---|
| Observation | 'Brown stain, 40 cm wide, on ceiling below bathroom.' | Always |
| Reasoned opinion | 'The position suggests a leak from the bathroom above.' | Yes, with the reason |
| Diagnosis or design | 'The shower tray is cracked. Replace it.' | No, refer |

## The referral test
Refer when one answer is yes:
1. Does the cause need opening, dismantling, or a laboratory?
2. Does the answer need a licence that you do not hold?
3. Could a wrong answer injure somebody or move a large sum of money?

## How to refer
- Name the trade: structural engineer, licensed electrician, gas fitter, roofer.
- Say what you saw and where.
- Say how soon: now, before purchase, or within a stated time.

## Keep your independence
- Accept no gift and no referral fee.
- Do not quote for repairs on a house that you inspect.
- Decline if you know the owner. Ask your lead if you know the buyer or agent.

**Watch out:** A spoken remark counts. Do not say 'It looks fine' in the hallway about something you have not inspected.`,
  },
  {
    orderIndex: 3,
    title: 'Site Hazards and the Right to Stop',
    description: 'Limits for hard places, the right to stop others, and what to record.',
    minutes: 6,
    body: `After this lesson you can judge a dangerous place, stop the work of others too, and leave a usable record.

You know the check at the kerb. Hard places need a second look, because danger changes during the visit.

## Check again when
- you change level, or enter a loft, cellar, or crawl space
- weather, light, or people change
- you have said 'just quickly'

## Limits for hard places
| Place or sign | Your limit |
|---|---|
| Carbon monoxide alarm | Everyone out into fresh air. Call the emergency line. |
| Crumbling pipe lagging or board in an old house | Do not touch or sweep. Leave, close the door. |
| Crawl space or tank | Never alone. Never with standing water or bad air. |
| Loft without boards | Look from the hatch only |
| Roof | Look from the ground or from a ladder |
| Raised voice, alcohol, a blocked door | Leave first, explain later by phone |

## Ladder rule
Set the foot 1 m out for every 4 m of height. At a landing, the top stands 1 m above it. Keep three points of contact; the scanner hangs on its strap.

## Stop others
Anyone may stop the work, whatever their rank. Say: 'Stop. I see ... We go to ...' Work goes on only when the person who called the stop agrees.

## Record it
Time, hazard, area left out, whom you told.`,
  },
  {
    orderIndex: 4,
    title: 'Mentoring a New Inspector on Site',
    description: 'Shadow, share, supervise: a plan for three visits.',
    minutes: 5,
    body: `After this lesson you can lead a new inspector through three visits and give feedback that changes the next scan.

## Three visits
1. **Shadow.** You work and say your decisions aloud. The new inspector writes down every 'why'.
2. **Share.** You divide the rooms. Each checks the scan of the other before leaving the level.
3. **Supervise.** The new inspector works alone. You stay within call and stay silent, except for safety.

## Feedback in four sentences
- What I saw: 'You scanned the bathroom with the mirror uncovered.'
- What it caused: 'The plan shows a second room behind the wall.'
- What to do: 'Cover the mirror, then scan that wall again.'
- Your turn: 'How will you notice it next time?'

Give it on site, within ten minutes, away from the client. Choose the two most important points. Five points are none.

## Ready to work alone?
- [ ] Named all hazards before you did
- [ ] Found one own mistake without help
- [ ] Stopped or asked at least once for a good reason
- [ ] Handed in a report that needed only minor edits

**Watch out:** Do not take the scanner out of their hands. Step in only for danger, damage, or an upset client. A mistake repaired by the learner is remembered.`,
  },
];
