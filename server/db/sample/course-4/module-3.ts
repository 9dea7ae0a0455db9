import type { SampleLesson } from '../shape.ts';

export const lessons: SampleLesson[] = [
  {
    orderIndex: 9,
    title: 'Read an Order Like a Reviewer',
    description: 'Find the gaps in an order before you drive.',
    clip: 'find-your-next-order',
    body: `After this lesson you can find the weak points of an order before you leave the office.

The video shows how to find and open an order. Your extra task is to question it.

## Five questions for every order
1. **Purpose:** Who decides what with this report? A lender, a buyer, and an insurer need different proof.
2. **Size:** Does the stated area fit the number of rooms and levels? A rough gap above 20 percent needs a call.
3. **Age:** Was the house built before the 1990s? Expect asbestos products and old wiring.
4. **History:** Was an earlier order returned or cancelled here? Read why.
5. **Access:** Who opens, who stays, and which parts are locked?

## Signs of trouble
| In the order | Possible meaning |
|---|---|
| 'Quick look only' | Client expects a full report for a small fee |
| Several orders for one address | Duplicate, or a second unit |
| No phone number on site | You may stand before a closed door |
| Very old plan attached | Extensions are missing |

## Then act
Call the contact with all questions at once. Write the answers in the order, with name, date, and time. Set the visit length after the call, not before.

**Watch out:** Never correct the client's data silently. Note both values and the source of yours.`,
  },
  {
    orderIndex: 10,
    title: 'Plan a Day with Several Orders',
    description: 'Sequence, extra time, and the order that you move first.',
    minutes: 5,
    body: `After this lesson you can plan a day with three or more orders and know in advance which one gives way.

## Correct the basic estimate
Start with the usual time for the size. Then add:

| Condition | Add |
|---|---|
| Crowded or occupied home | Half of the scan time |
| Each level above the first | 10 min |
| Annex or outbuilding | 15 min each |
| New inspector with you | 30 min |
| Earlier order returned here | 20 min |

Compare plan and real time each week. Change your numbers when they fail twice.

## Solve conflicts of sequence
1. Fixed appointments win: tenants, keys, escorts.
2. Then daylight: facades and dark buildings.
3. Then size: the largest house while you are fresh.
4. The order with the loosest deadline stands last. That is the one to move.

## When the day slips
- Late by 15 minutes: call the next contact now, not at the door.
- Late by 60 minutes: move the last order at once and tell the office.
- Never win time back by skipping the on-site check. A second trip costs more.

## Tired work
Stop scanning after seven hours on site. Tired inspectors walk faster and look less. Use the rest for notes and sync.

**Watch out:** Two half-finished orders are worse than one finished and one moved.`,
  },
  {
    orderIndex: 11,
    title: 'Scope Changes at the Door',
    description: 'Say yes, no, or not yet when a client asks for more or for less.',
    minutes: 5,
    body: `After this lesson you can answer a request to change the order while you stand at the door.

## Who may change an order?
Only the person or company that placed it. Owner, tenant, buyer, and agent may ask. They cannot decide unless the order names them.

## Three answers
| Request | Answer |
|---|---|
| 'Please also scan the garage.' | Yes, if it takes under 10 minutes and the order allows it. Record who asked. |
| 'Leave the cellar out of the report.' | No. Inspect it, or report it as refused. |
| 'Value the repair for me.' | No. Name the trade that can. |
| 'Do the second house too.' | Not yet. Call the office for a new order. |

## Four steps
1. Repeat the request in your own words.
2. Check the order text together.
3. Call the office if it changes price, time, or risk.
4. Write it down: who, what, when, your answer.

## Pressure
Someone may ask you to soften a finding. Say: 'I record what I see. You can add your comment.' Then continue. Report every such request to your lead on the same day, also if it was friendly.

**Watch out:** A smaller scope needs the same care as a larger one. If an area is left out, the report must name it and give the reason.`,
  },
  {
    orderIndex: 12,
    title: 'Keep, Hand Over, or Decline an Order',
    description: 'Choose the right way out and leave a clean record.',
    minutes: 4,
    body: `After this lesson you can choose between keeping, handing over, and declining an order, and leave a record that the next person understands.

## Which way out?
| Way | Use it when | Example |
|---|---|---|
| **Keep** it open | You can finish it yourself before the due date | Key arrives tomorrow |
| **Hand over** | Another person or other kit is needed | Roof needs a lift |
| **Decline** | It must not be done by you | Your sister sells the house |

You learn it only after accepting? Stop, record nothing more, and let the office take the order back.

## Before you leave the site
1. Finish the level you are on, if it is safe.
2. Save and check the segments you have.
3. Photograph the obstacle: the flooded cellar, the blocked stair.
4. Promise no date that is not yours.

## The handover note
Write five lines:
- Done: levels and rooms
- Open: levels and rooms
- Reason, with time
- Hazards found
- Needed next: key, person, tool, weather

A good note lets a stranger continue without a call.

## After a stop for safety
The visit stays stopped until someone responsible has cleared the hazard. A message from the client that all is fine is no proof. Ask for the trade and the date of the work.

**Watch out:** Never submit an unfinished order to meet a due date.`,
  },
  {
    orderIndex: 13,
    title: 'Quiz: Order Judgement',
    description: 'Three decisions about scope, planning, and stopping.',
    minutes: 3,
    body: `Three cases about orders that do not go as planned. Answer as the inspector who signs the report.`,
    questions: [
      {
        text: 'The tenant asks you to leave the damp cellar out of the report. The lender placed the order. What do you do?',
        type: 'single_choice',
        explanation:
          'The tenant cannot change the order of the lender. You inspect the cellar, or report it as refused, and you report the request.',
        answers: [
          { text: 'Leave it out and add a private note for your lead' },
          { text: 'Inspect it as ordered and report the request to your lead', isCorrect: true },
          { text: 'Leave it out if the tenant signs for it' },
          { text: 'Scan the cellar, but write nothing about the damp' },
        ],
      },
      {
        text: 'You are 60 minutes late at 11:00 with three visits left. Which steps are right? Choose all that apply.',
        type: 'multiple_choice',
        explanation:
          'Calling early and moving the order with the loosest deadline keep the quality of the others. The on-site check is never the place to win time.',
        answers: [
          { text: 'Call the next contact now', isCorrect: true },
          { text: 'Skip the on-site check at the next house' },
          { text: 'Move the order with the loosest deadline and tell the office', isCorrect: true },
          { text: 'Start all three and finish what you can' },
        ],
      },
      {
        text: 'A visit that was stopped for safety stays stopped, even if the client writes that all is fine now.',
        type: 'true_false',
        explanation:
          'The hazard must be cleared by someone responsible. Ask for the trade that did the work and the date.',
        answers: [{ text: 'True', isCorrect: true }, { text: 'False' }],
      },
    ],
  },
];
