import type { SampleLesson } from '../shape.ts';
import { questions } from './exam.ts';

export const lessons: SampleLesson[] = [
  {
    orderIndex: 28,
    title: 'Lead When Something Goes Wrong',
    description: 'People, data, order, fault: the sequence for a bad day.',
    clip: 'when-something-goes-wrong',
    body: `After this lesson you can lead a team through a fault or an accident in the right sequence.

The video shows the first help for common faults. As the certified person you decide what comes first.

## The sequence
1. **People.** Is anyone hurt, or in danger? Nothing else matters until this is answered.
2. **Data.** Pause and save before any restart. Keep the device on power.
3. **Order.** Can the visit still be finished safely and in time?
4. **Fault.** Only now look for the cause.

## Ten-minute limit
Give a technical fault ten minutes on site. After that, call support and choose: spare device, hand measuring, or a new visit. Clients forgive a second visit. They do not forgive an hour of silence.

## Who says what
| To | Say |
|---|---|
| Client | What stopped, what you do now, when you call back |
| Lead | What is lost, what is safe, what you need |
| New inspector | One clear task, such as 'Photograph the rooms we have' |

## After an accident
Give first aid and call for help. Leave the place as it is. Photograph it. Write down names and times the same day, facts only, no guilt.

**Watch out:** Two people repairing one device make new faults. One works, one writes down each step.`,
  },
  {
    orderIndex: 29,
    title: 'Escalate a Fault with Evidence',
    description: 'A support request that is solved with one reply.',
    minutes: 5,
    body: `After this lesson you can send a support request that needs no question back.

## Find the border of the fault
Change one thing at a time and write down the result.

| Test | If the fault stays | If it goes away |
|---|---|---|
| Other room | Not the surface | Light or surface |
| Other scanner | App or account | Scanner |
| Other device, same account | Order or account | Device |
| Other order | App or account | This order |

Stop after four tests, or at the first risk to unsent data.

## Add to the standard report
- Tests done, with their results
- How often: 'three of five tries'
- The last time it worked, and what changed since then
- Unsent work on the device: orders, segments, photos
- What you expected to see
- When you need an answer, and why
- Who in your team sees the same fault

## How urgent?
**High:** unsent work may be lost. Phone; outside support hours call your lead. **Normal:** you can go on with a spare. **Low:** a wish, or a spelling mistake.

## Close the loop
Reply with the result. Tell your team in three lines: sign, cause, cure. If the same fault comes back a third time, ask your lead to change the procedure.

**Watch out:** Blur names and addresses in screenshots. Never send a password, not even to support.`,
  },
  {
    orderIndex: 30,
    title: 'Certification Exam: Certified Field Inspector',
    description: 'Twenty questions on judgement, safety, evidence, and review.',
    minutes: 20,
    points: 50,
    body: `Twenty questions from all modules. You need every answer right; after a try you see the explanations and may start again. Plan 20 quiet minutes, and read each case to the end before you choose.`,
    questions,
  },
  {
    orderIndex: 31,
    title: 'Capstone: Inspect and Mentor on a Real Site',
    description: 'A field project of one hour with a second person at your side.',
    minutes: 60,
    points: 100,
    body: `After this project you can show that you lead a complete visit safely, prove your findings, and teach while you work.

## Your task
Choose a building with at least two levels. Get written consent. Take a new inspector, or a colleague who plays one. Work 60 minutes.

| Minutes | Step |
|---|---|
| 0-5 | Hazard check, spoken aloud |
| 5-10 | Route on paper: spine, loops, doors |
| 10-30 | Scan two levels and the stair between them |
| 30-40 | Three laser checks per level, repair if needed |
| 40-50 | Three findings with proof and grade |
| 50-60 | Feedback to your partner, handover note |

## Deliverables
1. Floor plan of two levels, with rule and tolerance
2. Table of the laser checks: model, laser, difference
3. Three graded findings in four sentences each
4. List of areas not inspected, with reasons
5. Reflection, 150 to 300 words: one decision you would change, and the feedback you gave

Write the reflection below. Send items 1 to 4 to your lead.

## Check yourself
- [ ] I named a stop limit before we started
- [ ] Door count equals the plan
- [ ] Every check is within tolerance, or explained
- [ ] No faces, names, or codes are visible
- [ ] My partner spoke more than I did in the feedback

**Watch out:** Safety ends the clock. A stopped project with a good handover note counts as done.`,
  },
];
